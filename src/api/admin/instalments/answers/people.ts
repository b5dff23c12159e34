/** `POST /admin/instalments/people/erase`: of how many rows a person was taken out. */
export type ErasedAnswer = {
  erased: Record<
    | "checkouts"
    | "refund_requests"
    | "callbacks"
    | "notes"
    | "payments"
    | "notifications",
    number
  >
}
