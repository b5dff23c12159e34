import type { Words } from "../words"

/** What every page of the console shows: states, references, being read. */
export const shown: Words["shown"] = {
  sandbox: "Sandbox: geen regte geld nie",
  loading: "Laai {{what}}",
  notRead: "Kon nie {{what}} lees nie",
  tryAgain: "Probeer weer",
  copy: "Kopieer {{what}}",
  viewOrder: "Bekyk bestelling",
  viewCheckout: "Bekyk afrekening",
  cancel: "Kanselleer",
  outcomes: {
    open: "Oop",
    placed: "Geplaas",
    returned: "Teruggestuur",
    held: "Teruggehou",
    closed: "Gesluit",
  },
  refundStatuses: {
    filed: "Ingedien",
    scheduled: "Geskeduleer",
    sending: "Word gestuur",
    in_doubt: "In twyfel",
    requested: "Aangevra",
    pending: "Hangend",
    complete: "Voltooi",
    failed: "Misluk",
    refused: "Geweier",
    withdrawn: "Teruggetrek",
  },
  references: {
    reference: "verwysing",
    clientReference: "kliëntverwysing",
    checkoutId: "afrekening se ID",
    cartId: "mandjie se ID",
    paymentSessionId: "betaalsessie se ID",
    refundRequestId: "terugbetalingsversoek se ID",
    callbackAddress: "terugroepadres",
    digest: "vingerafdruk van die dokument",
  },
}
