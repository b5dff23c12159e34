/** The buttons, what they ask before they run and what they say afterwards. */
export const actions = {
  done: "Done",
  hasRun: "“{{action}}” has run.",
  refused: "“{{action}}” was refused",
  questionTitle: "{{action}}?",
  questions: {
    refund:
      "All that is left of this payment goes back to the shopper, and no order is placed or paid with that. This cannot be taken back.",
    settle:
      "The payment becomes an order now if its cart still allows it, or is booked on its order if that owes it.",
    retry:
      "The refund is asked for again. After a failure, do so only once the service's support has cleared the cause.",
  },
  resolve: {
    text: "It leaves the list; your name and the time stay with it.",
    note: "What was done",
    noteOptional: "What was done (optional)",
    example: "For example: “Support has paid the shopper back, ticket 4711”.",
    save: "Save",
  },
  identify: {
    title: "Identify this checkout",
    text: "The answer to its creation was lost. The service's support can tell which of its checkouts has our reference.",
    id: "The service's checkout id",
    rule: "The service is asked for it: it must be paid, for the same amount, and of no other checkout here.",
  },
  endDoubt: {
    title: "End the doubt about this refund",
    text: "Its answer was lost. Ask the service's support first: other refunds of this payment wait for it.",
    ends: "What became of it",
    known: "The service has it",
    knownText: "It is asked by the id that you give.",
    absent: "The service does not have it",
    absentText:
      "It is sent now, or becomes the other sending of it that the service accepted late. If the service has it after all, the shopper gets the money twice.",
    failed: "Support says that it failed",
    failedText:
      "The order's totals are put back; refund it again from the order's page. Or it becomes the other sending of it that the service accepted late: then do not refund it again.",
    id: "The service's id of the refund request",
  },
} as const
