import type { Words } from "../words"

/** The lists of checkouts and refund requests, and what both tables share. */
const table: Words["table"] = {
  filter: "Filter",
  sort: "Sorteer",
  search: "Soek enige verwysing",
  clearAll: "Verwyder alles",
  of: "van",
  results: "resultate",
  listed: "gelys, en meer pas: filter, soek of voer uit om hulle te bereik",
  olderUnsearched:
    "’n Deel van ’n verwysing word net onder die nuutste 10 000 gesoek. Om ’n ouer een te vind, soek die hele verwysing, of filter volgens wanneer dit geskep is.",
  pages: "bladsye",
  previous: "Vorige",
  next: "Volgende",
  export: "Voer CSV uit",
  changeSearch: "Verander die soektog of die filters.",
  actions: "Aksies",
  last24Hours: "Laaste 24 uur",
  lastDays_one: "Laaste {{count}} dag",
  lastDays_other: "Laaste {{count}} dae",
  custom: "Pasgemaak",
  starting: "Vanaf",
  ending: "Tot",
  lowestFirst: "Laagste eerste",
  highestFirst: "Hoogste eerste",
  oldestFirst: "Oudste eerste",
  newestFirst: "Nuutste eerste",
}

const checkouts: Words["checkouts"] = {
  title: "Afrekeninge",
  text: "Elke keer dat ’n koper paaiemente gekies het, en wat daarvan geword het.",
  what: "die afrekeninge",
  reference: "Verwysing",
  outcome: "Uitkoms",
  serviceSays: "Diens sê",
  amount: "Bedrag",
  term: "Termyn",
  order: "Bestelling",
  cart: "Mandjie",
  created: "Geskep",
  empty: "Nog geen afrekeninge nie",
  emptyText: "’n Afrekening verskyn hier sodra ’n koper paaiemente kies.",
  noMatch: "Geen afrekening pas nie",
  notExported: "Die afrekeninge is nie uitgevoer nie",
}

const refundRequests: Words["refundRequests"] = {
  title: "Terugbetalingsversoeke",
  text: "Elke terugbetaling wat verskuldig is of aangevra is, van geskeduleer tot die einde.",
  what: "die terugbetalingsversoeke",
  serviceId: "Diens se ID",
  status: "Status",
  amount: "Bedrag",
  serviceSays: "Die diens sê {{amount}}",
  askedBy: "Aangevra deur",
  order: "Bestelling",
  asked: "Aangevra",
  sent: "Gestuur",
  sentAfter: "ná <moment/>",
  ended: "Geëindig",
  reasons: {
    merchant: "’n Mens",
    system: "Medusa",
    unplaced: "Vereffening",
  },
  empty: "Nog geen terugbetalingsversoeke nie",
  emptyText:
    "Betaal ’n bestelling terug soos gewoonlik; die terugbetalingsversoek verskyn hier.",
  noMatch: "Geen terugbetalingsversoek pas nie",
  notExported: "Die terugbetalingsversoeke is nie uitgevoer nie",
}

export const lists = { table, checkouts, refundRequests }
