import type { PageTexts } from "../page-texts.js"
import type { InstalmentTexts } from "../texts.js"

/** What `<instalment-message>` says, in Afrikaans. */
export const messageTexts: InstalmentTexts = {
  message: "of {count} × ongeveer {amount}",
  messageBeforeTax: "of {count} × ongeveer {amount} voor belasting",
  messageChosen: "{count} × ongeveer {amount}",
  button: "Hoe dit werk",
  title: "Betaal in maandelikse paaiemente",
  steps: [
    "Kies paaiemente wanneer jy afreken.",
    "Vul op die veilige betaalblad jou selfoonnommer in en kies die aantal betalings.",
    "Vul jou kredietkaart in en bevestig by jou bank. Die eerste betaling word dadelik daarop gereserveer.",
    "Die ander volg op dieselfde kaart, een per maand.",
  ],
  terms: "Jou keuse",
  payments: "Betalings",
  monthly: "Elke maand, ongeveer",
  run: "{count} × {amount}",
  then: ", dan ",
  note: "Die betaalblad wys tot op die sent wat gehef word.",
  noteBeforeTax:
    "Hierdie bedrae is voor belasting, wat in die mandjie bygevoeg word.",
  close: "Maak toe",
}

/** What the checkout and the page to come back to say, in Afrikaans. */
export const pageTexts: PageTexts = {
  plans: "{counts} maandelikse betalings op jou kredietkaart",
  missing: "Nog {amount} in jou mandjie, en jy kan in paaiemente betaal.",
  tooMuch: "Hierdie bedrag is te groot vir paaiemente.",
  otherCurrency: "Hierdie geldeenheid kan nie in paaiemente betaal word nie.",
  notNow: "Paaiemente is nie nou beskikbaar nie.",
  alreadyPaid: "Hierdie mandjie is reeds betaal.",
  noDelivery: "Kies eers ’n aflewering, dan kan jy in paaiemente betaal.",
  cannotReach: "Die winkel kan nie bereik word nie. Probeer asseblief weer.",
  pay: "Betaal in paaiemente",
  payNote: "Jy kies jou plan en vul jou kaart op die veilige betaalblad in.",
  frame: "Betaling in paaiemente",
  waitingTitle: "Ons kyk na jou betaling",
  moment: "Net ’n oomblik …",
  waiting:
    "Die betaalblad het jou betaling nog nie bevestig nie. Dit kan ’n rukkie neem: ons gaan na jou bestelling toe sodra dit gebeur.",
  waitingOffline: "Die winkel antwoord nie op die oomblik nie. Ons vra weer.",
  mayClose:
    "Jy kan ook hierdie blad toemaak. Sodra jou betaling bevestig is, word die bestelling vanself geplaas.",
  notFinished: "Het jy nie klaar betaal nie?",
  toPayment: "Gaan terug na die betaalblad",
  pendingTitle: "Jou betaling is nog nie bevestig nie",
  pending:
    "Die betaalblad neem langer as gewoonlik. As jy betaal het, hoef jy niks te doen nie: jou bestelling word vanself geplaas sodra die betaling bevestig is. Moet asseblief nie weer betaal nie.",
  lookAgain: "Kyk weer",
  arrivedTitle: "Jou bestelling is nog nie geplaas nie",
  arrived:
    "Jou betaling het aangekom of word nou bevestig, en jou bestelling word vanself geplaas. Jy hoef niks te doen nie. Moet asseblief nie weer betaal nie.",
  anotherBack:
    "’n Ander betaling van jou kom ten volle na jou toe terug, teen {day}.",
  leftTitle: "Jy het die betaalblad verlaat",
  left: "As jy daar betaal het, kyk oor ’n oomblik weer. Indien nie, is niks gehef nie en jou mandjie is soos dit was.",
  paidTitle: "Hierdie betaling is voltooi",
  paid: "Jou bestelling is geplaas.",
  paidTwice:
    "Jy het ’n tweede keer vir hierdie bestelling betaal. Daardie betaling kom ten volle na jou toe terug, teen {day}.",
  heldTwice:
    "Jy het ’n tweede keer vir hierdie bestelling betaal. Daardie geld is veilig: ons ondersoek dit, en skryf aan jou daaroor.",
  toOrder: "Sien jou bestelling",
  cancelledTitle: "Die betaling is gekanselleer",
  cancelled: "Niks is gehef nie, en jou mandjie is soos dit was.",
  expiredTitle: "Die betaalblad het verval",
  expired:
    "’n Betaling moet binne 30 minute klaar wees. Niks is gehef nie, en jou mandjie is soos dit was.",
  toCheckout: "Kies hoe om te betaal",
  unplacedTitle: "Jy het betaal, maar daar is geen bestelling nie",
  unplaced:
    "Jou betaling het aangekom, maar die bestelling kon nie geplaas word nie. Dit gebeur wanneer die mandjie verander is nadat die betaling begin het, of wanneer iets uitverkoop is.",
  unplacedAmount:
    "Jou betaling van {amount} het aangekom, maar die bestelling kon nie geplaas word nie. Dit gebeur wanneer die mandjie verander is nadat die betaling begin het, of wanneer iets uitverkoop is.",
  unplacedNext: "Wat nou gebeur",
  held: "Jou geld is veilig. Ons ondersoek dit en stuur vir jou wat jy bestel het of betaal die volle bedrag terug, en skryf aan jou daaroor. Jy hoef niks te doen nie.",
  refundComing:
    "Jy kry die volle bedrag terug teen {day}. Jou bank kan ’n paar dae langer neem om dit te wys. Jy hoef niks te doen nie.",
  refundDone:
    "Jy het die volle bedrag op {day} teruggekry. Jou bank kan ’n paar dae neem om dit te wys.",
  reference: "As jy aan ons skryf, noem asseblief die verwysing {reference}.",
  toShop: "Terug na die winkel",
  unknownTitle: "Daar is nie so ’n betaling nie",
  unknown: "Kyk of die adres reg is, of begin in die winkel.",
  unreachableTitle: "Die winkel kan nie bereik word nie",
  unreachable:
    "As jy betaal het, is jou betaling veilig: sodra dit bevestig is, word jou bestelling vanself geplaas.",
  earlierPending:
    "Jy het die betaalblad verlaat. As jy daar betaal het, kyk wat daarvan geword het. Indien nie, is niks gehef nie en jou mandjie is soos dit was: kies hoe om te betaal.",
  earlierArrived:
    "Jou betaling vir hierdie mandjie het aangekom of word nou bevestig, en jou bestelling word vanself geplaas. Moet asseblief nie weer betaal nie.",
  earlierCancelled:
    "Jy het die betaling gekanselleer. Niks is gehef nie en jou mandjie is soos dit was: kies hoe om te betaal.",
  earlierExpired:
    "Die betaalblad was te lank oop. Niks is gehef nie en jou mandjie is soos dit was: kies hoe om te betaal.",
  earlierUnplaced:
    "’n Vroeër betaling vir hierdie mandjie het aangekom, maar kon nie ’n bestelling word nie.",
  toPaid: "Kyk wat daarvan geword het",
  toMoney: "Kyk wat met die geld gebeur",
}
