/** What the page of a payment link has to say. Amounts are cents. */
export type View =
  | {
      kind: "payable"
      /** The order's number, as people know it. */
      number: string
      amount: number
      currency: string
      /** The first payment of the term with the most; null when unknown. */
      month: { payments: number; amount: number } | null
      note: Note | null
      /** The page showed another amount when its button was pressed. */
      changed?: boolean
    }
  | { kind: "not_here"; number: string; amount: number; currency: string }
  /** Another provider holds money for it; `amount` is what is owed beyond that. */
  | { kind: "elsewhere"; number: string; amount: number; currency: string }
  | {
      kind:
        | "waiting"
        | "recording"
        | "held"
        | "paid"
        | "returned"
        | "refunded"
        | "nothing_owed"
        | "cancelled"
        | "draft"
      number: string
    }
  | { kind: "ended" | "taken_back" | "unknown" | "busy" | "failed" }

/** What became of the payment before, where more is owed now. */
export type Note = "not_completed" | "returned" | "arrived"
