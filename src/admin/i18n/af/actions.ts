import type { Words } from "../words"

/** The buttons, what they ask before they run and what they say afterwards. */
export const actions: Words["actions"] = {
  labels: {
    placeOrder: "Plaas die bestelling",
    bookOnOrder: "Boek dit op die bestelling",
    returnMoney: "Stuur die geld terug",
    returnMoneyAgain: "Stuur die geld weer terug",
    checkNow: "Gaan nou na",
    lookAgain: "Soek weer",
    identify: "Identifiseer",
    endDoubt: "Beëindig die twyfel",
    withdraw: "Trek terug",
    bookRefund: "Boek die terugbetaling",
    refresh: "Verfris",
    resolve: "Merk as opgelos",
  },
  done: "Klaar",
  hasRun: "“{{action}}” is uitgevoer.",
  refused: "“{{action}}” is geweier",
  questionTitle: "{{action}}?",
  questions: {
    refund:
      "Alles wat van hierdie betaling oor is, gaan terug na die koper, en geen bestelling word daarmee geplaas of betaal nie. Dit kan nie ongedaan gemaak word nie.",
    settle:
      "Die betaling word nou ’n bestelling as sy mandjie dit nog toelaat, of word op sy bestelling geboek as dit die bedrag skuld.",
    retry:
      "Die terugbetaling word weer aangevra. Doen dit ná ’n mislukking eers wanneer die diens se ondersteuning die oorsaak opgelos het.",
  },
  resolve: {
    text: "Dit verdwyn van die lys; jou naam en die tyd bly daarby.",
    note: "Wat gedoen is",
    noteOptional: "Wat gedoen is (opsioneel)",
    example:
      "Byvoorbeeld: “Ondersteuning het die koper terugbetaal, kaartjie 4711”.",
    save: "Stoor",
  },
  identify: {
    title: "Identifiseer hierdie afrekening",
    text: "Die antwoord op die skepping daarvan het verlore gegaan. Die diens se ondersteuning kan sê watter van sy afrekeninge ons verwysing het.",
    id: "Die diens se ID van die afrekening",
    rule: "Die diens word daarvoor gevra: dit moet betaal wees, vir dieselfde bedrag, en by geen ander afrekening hier hoort nie.",
  },
  endDoubt: {
    title: "Beëindig die twyfel oor hierdie terugbetaling",
    text: "Die antwoord daarop het verlore gegaan. Vra eers die diens se ondersteuning: ander terugbetalings van hierdie betaling wag daarvoor.",
    ends: "Wat daarvan geword het",
    known: "Die diens het dit",
    knownText: "Die diens word gevra met die ID wat jy gee.",
    absent: "Die diens het dit nie",
    absentText:
      "Dit word nou gestuur, of word die ander sending daarvan wat die diens laat aanvaar het. As die diens dit tog het, kry die koper die geld twee keer.",
    failed: "Ondersteuning sê dit het misluk",
    failedText:
      "Die bestelling se totale word herstel; betaal dit weer terug vanaf die bestelling se bladsy. Of dit word die ander sending daarvan wat die diens laat aanvaar het: moet dit dan nie weer terugbetaal nie.",
    id: "Die diens se ID van die terugbetalingsversoek",
  },
}
