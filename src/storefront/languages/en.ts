/** What `<instalment-message>` says. */
export const messageTexts = {
  message: "or {count} × about {amount}",
  /** Where tax comes on top of the amount. */
  messageBeforeTax: "or {count} × about {amount} before tax",
  /** Where instalments are what the shopper has chosen. */
  messageChosen: "{count} × about {amount}",
  button: "How it works",
  title: "Pay in monthly instalments",
  steps: [
    "Choose instalments when you check out.",
    "On the secure payment page, enter your mobile number and choose the number of payments.",
    "Enter your credit card and confirm with your bank. The first payment is held on it at once.",
    "The others follow on the same card, one a month.",
  ],
  terms: "Your choice",
  payments: "Payments",
  monthly: "Each month, about",
  /** A run of equal payments in the table. */
  run: "{count} × {amount}",
  /** Between two runs: the odd cents are on the first payments. */
  then: ", then ",
  note: "The payment page shows what is charged, to the cent.",
  noteBeforeTax: "These amounts are before tax, which is added in the cart.",
  close: "Close",
}

/** What the checkout and the page to come back to say. */
export const pageTexts = {
  /** `{counts}` like "3, 6 or 12". */
  plans: "{counts} payments, one a month, on your credit card",
  /** `{amount}` that is missing. */
  missing: "{amount} more in your cart, and you can pay in instalments.",
  tooMuch: "This amount is too large for instalments.",
  otherCurrency: "This currency cannot be paid in instalments.",
  notNow: "Instalments are not available right now.",
  alreadyPaid: "This cart is paid already.",
  noDelivery: "Choose a delivery first, then you can pay in instalments.",
  cannotReach: "The shop cannot be reached. Please try again.",
  pay: "Pay in instalments",
  payNote:
    "You choose your plan and enter your card on the secure payment page.",
  frame: "Payment in instalments",
  waitingTitle: "Checking your payment",
  moment: "One moment …",
  waiting:
    "The payment page has not confirmed your payment yet. This can take a moment: we go on to your order as soon as it has.",
  waitingOffline: "The shop does not answer at the moment. We ask it again.",
  mayClose:
    "You can also close this page. Once your payment is confirmed, the order is placed by itself.",
  notFinished: "Did you not finish paying?",
  toPayment: "Go back to the payment page",
  pendingTitle: "Your payment is not confirmed yet",
  pending:
    "The payment page takes longer than usual. If you have paid, there is nothing to do: your order is placed by itself as soon as the payment is confirmed. Please do not pay again.",
  lookAgain: "Look again",
  /** It has arrived or is being confirmed, and its order is not placed yet. */
  arrivedTitle: "Your order is not placed yet",
  arrived:
    "Your payment has arrived or is being confirmed, and your order is placed by itself. There is nothing that you have to do. Please do not pay again.",
  /** By `{day}` another payment goes back, while this one may still be paid. */
  anotherBack:
    "Another payment of yours goes back to you, all of it, by {day}.",
  leftTitle: "You left the payment page",
  left: "If you have paid there, look again in a moment. If not, nothing was charged and your cart is as it was.",
  paidTitle: "This payment is complete",
  paid: "Your order is placed.",
  paidTwice:
    "You paid for this order a second time. That payment goes back to you, all of it, by {day}.",
  /** A second payment of an order, about which the shop decides. */
  heldTwice:
    "You paid for this order a second time. That money is safe: we look into it, and write to you about it.",
  toOrder: "See your order",
  cancelledTitle: "The payment was cancelled",
  cancelled: "Nothing was charged, and your cart is as it was.",
  expiredTitle: "The payment page has expired",
  expired:
    "A payment has to be finished within 30 minutes. Nothing was charged, and your cart is as it was.",
  toCheckout: "Choose how to pay",
  unplacedTitle: "You have paid, but there is no order",
  unplaced:
    "Your payment has arrived, but the order could not be placed. This happens when the cart was changed after the payment began, or when something has sold out.",
  unplacedAmount:
    "Your payment of {amount} has arrived, but the order could not be placed. This happens when the cart was changed after the payment began, or when something has sold out.",
  unplacedNext: "What happens now",
  /** The shop decides about the money. */
  held: "Your money is safe. We look into it and either send you what you ordered or return the whole amount, and write to you about it. There is nothing that you have to do.",
  /** The money comes back by `{day}`. */
  refundComing:
    "You get the whole amount back by {day}. Your bank may take some days more to show it. There is nothing that you have to do.",
  /** It came back on `{day}`. */
  refundDone:
    "You got the whole amount back on {day}. Your bank may take some days to show it.",
  reference: "If you write to us, please mention the reference {reference}.",
  toShop: "Back to the shop",
  unknownTitle: "There is no such payment",
  unknown: "Check the address, or begin in the shop.",
  unreachableTitle: "The shop cannot be reached",
  unreachable:
    "If you have paid, your payment is safe: once it is confirmed, your order is placed by itself.",
  /** In the checkout, about the cart's payment before. */
  earlierPending:
    "You left the payment page. If you have paid there, see what became of it. If not, nothing was charged and your cart is as it was: choose how to pay.",
  earlierArrived:
    "Your payment for this cart has arrived or is being confirmed, and your order is placed by itself. Please do not pay again.",
  earlierCancelled:
    "You cancelled the payment. Nothing was charged and your cart is as it was: choose how to pay.",
  earlierExpired:
    "The payment page was open for too long. Nothing was charged and your cart is as it was: choose how to pay.",
  earlierUnplaced:
    "An earlier payment for this cart arrived, but could not become an order.",
  toPaid: "See what became of it",
  toMoney: "See what happens to the money",
}
