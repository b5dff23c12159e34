import type { Words } from "../words"

/** One checkout: its page, and the section on the page of its order. */
export const checkout: Words["checkout"] = {
  title: "Afrekening",
  text: "Wat met hierdie betaling gebeur het, en wat volg.",
  what: "die afrekening",
  amount: "Bedrag",
  instalments: "Paaiemente",
  plan: "ongeveer {{times}} × {{amount}}",
  unevenPlan: "ongeveer {{times}} × {{amount}}, {{rest}} × {{restAmount}}",
  notChosen: "Nog nie gekies nie",
  status: "Status",
  serviceSays: "Diens sê: {{status}}",
  nothingYet: "nog niks",
  contradiction:
    "Die diens sê nou {{status}}, nadat dit successful gesê het. Niks is verander nie; vra sy ondersteuning watter een waar is.",
  unknown:
    "Die diens ken nie hierdie afrekening, wat dit self geskep het, wanneer dit gevra word nie, dus is dit nie bekend of daar betaal is nie. Is die sleutels dié van ’n ander rekening of omgewing?",
  checkoutId: "Afrekening se ID",
  clientReference: "Kliëntverwysing",
  order: "Bestelling",
  cart: "Mandjie",
  paymentSession: "Betaalsessie",
  lastAsked: "Diens laas gevra",
  lookedAtAgain: "Weer nagegaan",
  timeline: "Tydlyn",
  next: "Volgende: <moment/>",
  report: {
    title: "Vir die diens se ondersteuning",
    copy: "Kopieer vir die diens se ondersteuning",
    text: "Hoe die diens sy antwoorde en terugroepe oor hierdie betaling geskryf het. Dit noem geen koper, bedrag of sleutel nie.",
  },
  callbacks: {
    title: "Terugroepe",
    notUnderstood: "nie verstaan nie",
    came_one: "“{{status}}”, het een keer gekom, laas <moment/>",
    came_other: "“{{status}}”, het {{count}} keer gekom, laas <moment/>",
  },
  onOrder: {
    title: "Paaiemente",
    what: "die paaiementbetalings",
    whatIsOwed: "wat die bestelling skuld",
    owed: "{{amount}} is verskuldig",
    copyLink: "Kopieer paaiementskakel",
    link: "Paaiementskakel",
    linkCopied: "Die skakel is gekopieer. Geldig tot <moment/>",
    copyFromHere: "Kopieer die skakel hiervandaan. Geldig tot <moment/>",
    noLink: "Die skakel kon nie gemaak word nie",
    lost: "Nie in die grootboek nie",
    lostText:
      "Hierdie bestelling is in paaiemente betaal en die grootboek het geen afrekening daarvoor nie. Soek sy mandjie onder die afrekeninge.",
    purchase: "Aankoop: {{amount}}",
    balance: "Saldo: {{amount}}",
    waiting: "Wag vir betaling van {{amount}}",
  },
}
