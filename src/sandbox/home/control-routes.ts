/** The control interface in words, for the human page. */
export const CONTROL_ROUTES: [string, string][] = [
  ["GET /sandbox/state", "everything it knows"],
  [
    "POST /sandbox/checkouts/:id/pay",
    "{number_of_payments?, force?}; :id is the checkout's or the reference",
  ],
  ["POST /sandbox/checkouts/:id/cancel", "{force?}"],
  ["POST /sandbox/checkouts/:id/decline", "{reason?}"],
  [
    "POST /sandbox/checkouts/:id/refund",
    "{amount}: cents; by support, without the merchant",
  ],
  ["POST /sandbox/checkouts/:id/status", "{status}: any, tells nobody"],
  [
    "POST /sandbox/checkouts/:id/callback",
    "{status?, number_of_payments?, body?, signature?}: one, now",
  ],
  ["POST /sandbox/refund_requests/:id/approve", "or /complete, /fail {force?}"],
  ["POST /sandbox/clock", '{advance_ms}, {advance: "PT1H"} or {to}'],
  ["PUT /sandbox/settings", "a part of the settings"],
  [
    "POST /sandbox/faults",
    "{kind, method?, path?, exact?, times?, ms?, status?, seconds?}",
  ],
  ["DELETE /sandbox/faults", "all, or /sandbox/faults/:id"],
  ["GET /sandbox/journal", "requests to the API, counts, violations"],
  ["GET /sandbox/callbacks", "the audit of every attempt"],
  ["POST /sandbox/reset", "forget everything"],
]
