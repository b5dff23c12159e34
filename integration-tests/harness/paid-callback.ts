/** What the service's callback says of a paid checkout. */
export function paidCallback(reference: string) {
  return {
    client_reference_id: reference,
    status: "successful",
    number_of_payments: 3,
  }
}
