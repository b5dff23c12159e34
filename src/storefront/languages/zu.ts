// A DRAFT. Nobody who grew up with isiZulu has read these texts yet: a native
// reader is wanted. Correct them here, and take this note away with the last one.
import type { PageTexts } from "../page-texts.js"
import type { InstalmentTexts } from "../texts.js"

/** What `<instalment-message>` says, in isiZulu: a draft. */
export const messageTexts: InstalmentTexts = {
  message: "noma {count} × cishe {amount}",
  messageBeforeTax: "noma {count} × cishe {amount} ngaphambi kwentela",
  messageChosen: "{count} × cishe {amount}",
  button: "Kusebenza kanjani",
  title: "Khokha ngezitolimende zanyanga zonke",
  steps: [
    "Khetha izitolimende lapho usukhokha.",
    "Ekhasini lokukhokha eliphephile, faka inombolo yakho yeselula bese ukhetha inani lezinkokhelo.",
    "Faka ikhadi lakho lesikweletu bese uqinisekisa nebhange lakho. Inkokhelo yokuqala igodlwa kulo ngaso leso sikhathi.",
    "Ezinye zilandela ekhadini elifanayo, eyodwa ngenyanga.",
  ],
  terms: "Ukukhetha kwakho",
  payments: "Izinkokhelo",
  monthly: "Inyanga ngayinye, cishe",
  run: "{count} × {amount}",
  then: ", bese kuba ",
  note: "Ikhasi lokukhokha likhombisa ukuthi kukhokhiswa malini, kuze kube isenti.",
  noteBeforeTax: "La manani angaphambi kwentela, engezwa enqoleni yokuthenga.",
  close: "Vala",
}

/** What the checkout and the page to come back to say, in isiZulu: a draft. */
export const pageTexts: PageTexts = {
  plans: "Izinkokhelo zanyanga zonke ezi-{counts} ekhadini lakho lesikweletu",
  missing:
    "Faka okunye okungu-{amount} enqoleni yakho, uzokwazi ukukhokha ngezitolimende.",
  tooMuch: "Leli nani likhulu kakhulu ukuba likhokhwe ngezitolimende.",
  otherCurrency: "Le mali ayikwazi ukukhokhwa ngezitolimende.",
  notNow: "Izitolimende azitholakali njengamanje.",
  alreadyPaid: "Le nqola isikhokhelwe kakade.",
  cannotReach: "Isitolo asifinyeleleki. Sicela uzame futhi.",
  pay: "Khokha ngezitolimende",
  payNote:
    "Ukhetha uhlelo lwakho bese ufaka ikhadi lakho ekhasini lokukhokha eliphephile.",
  frame: "Ukukhokha ngezitolimende",
  waitingTitle: "Sihlola inkokhelo yakho",
  moment: "Umzuzwana …",
  waiting:
    "Ikhasi lokukhokha alikayiqinisekisi inkokhelo yakho. Lokhu kungathatha isikhashana: siya ku-oda yakho ngokushesha nje uma seliyiqinisekisile.",
  waitingOffline: "Isitolo asiphenduli njengamanje. Siyasibuza futhi.",
  mayClose:
    "Ungalivala leli khasi. Uma inkokhelo yakho isiqinisekisiwe, i-oda yenziwa ngokwayo.",
  notFinished: "Awuqedanga ukukhokha?",
  toPayment: "Buyela ekhasini lokukhokha",
  pendingTitle: "Inkokhelo yakho ayikaqinisekiswa",
  pending:
    "Ikhasi lokukhokha lithatha isikhathi eside kunokuvamile. Uma usukhokhile, akukho okumele ukwenze: i-oda yakho yenziwa ngokwayo uma inkokhelo isiqinisekisiwe. Sicela ungaphindi ukhokhe.",
  lookAgain: "Bheka futhi",
  arrivedTitle: "I-oda yakho ayikenziwa",
  arrived:
    "Inkokhelo yakho ifikile noma iyaqinisekiswa, futhi i-oda yakho yenziwa ngokwayo. Akukho okumele ukwenze. Sicela ungaphindi ukhokhe.",
  anotherBack:
    "Enye inkokhelo yakho ibuyela kuwe, yonke, ngo-{day} noma ngaphambi kwalokho.",
  leftTitle: "Uliphumile ikhasi lokukhokha",
  left: "Uma ukhokhile lapho, bheka futhi emva komzuzwana. Uma ungakhokhanga, akukho mali ethathiwe futhi inqola yakho injengoba ibinjalo.",
  paidTitle: "Le nkokhelo iphelele",
  paid: "I-oda yakho yenziwe.",
  paidTwice:
    "Ukhokhele le-oda okwesibili. Leyo nkokhelo ibuyela kuwe, yonke, ngo-{day} noma ngaphambi kwalokho.",
  heldTwice:
    "Ukhokhele le-oda okwesibili. Leyo mali iphephile: siyakuhlola lokhu, futhi sizokubhalela ngakho.",
  toOrder: "Bona i-oda yakho",
  cancelledTitle: "Inkokhelo ikhanseliwe",
  cancelled: "Akukho mali ethathiwe, futhi inqola yakho injengoba ibinjalo.",
  expiredTitle: "Ikhasi lokukhokha seliphelelwe yisikhathi",
  expired:
    "Inkokhelo kumele iqedwe emizuzwini engu-30. Akukho mali ethathiwe, futhi inqola yakho injengoba ibinjalo.",
  toCheckout: "Khetha indlela yokukhokha",
  unplacedTitle: "Ukhokhile, kodwa ayikho i-oda",
  unplaced:
    "Inkokhelo yakho ifikile, kodwa i-oda ayikwazanga ukwenziwa. Lokhu kwenzeka lapho inqola ishintshwe emva kokuqala kwenkokhelo, noma lapho okuthile sekuphelile.",
  unplacedAmount:
    "Inkokhelo yakho engu-{amount} ifikile, kodwa i-oda ayikwazanga ukwenziwa. Lokhu kwenzeka lapho inqola ishintshwe emva kokuqala kwenkokhelo, noma lapho okuthile sekuphelile.",
  unplacedNext: "Okwenzekayo manje",
  held: "Imali yakho iphephile. Siyakuhlola lokhu, bese sikuthumelela oku-odile noma sibuyise imali yonke, futhi sizokubhalela ngakho. Akukho okumele ukwenze.",
  refundComing:
    "Uthola imali yonke ngo-{day} noma ngaphambi kwalokho. Ibhange lakho lingathatha ezinye izinsuku ukuyikhombisa. Akukho okumele ukwenze.",
  refundDone:
    "Uyitholile imali yonke ngo-{day}. Ibhange lakho lingathatha izinsuku ezithile ukuyikhombisa.",
  reference: "Uma usibhalela, sicela usho inkomba ethi {reference}.",
  toShop: "Buyela esitolo",
  unknownTitle: "Ayikho inkokhelo enjalo",
  unknown: "Hlola ikheli, noma uqale esitolo.",
  unreachableTitle: "Isitolo asifinyeleleki",
  unreachable:
    "Uma usukhokhile, inkokhelo yakho iphephile: uma isiqinisekisiwe, i-oda yakho yenziwa ngokwayo.",
  earlierPending:
    "Uliphumile ikhasi lokukhokha. Uma ukhokhile lapho, bheka ukuthi kwenzekeni ngayo. Uma ungakhokhanga, akukho mali ethathiwe futhi inqola yakho injengoba ibinjalo: khetha indlela yokukhokha.",
  earlierArrived:
    "Inkokhelo yakho yale nqola ifikile noma iyaqinisekiswa, futhi i-oda yakho yenziwa ngokwayo. Sicela ungaphindi ukhokhe.",
  earlierCancelled:
    "Uyikhansele inkokhelo. Akukho mali ethathiwe futhi inqola yakho injengoba ibinjalo: khetha indlela yokukhokha.",
  earlierExpired:
    "Ikhasi lokukhokha livulwe isikhathi eside kakhulu. Akukho mali ethathiwe futhi inqola yakho injengoba ibinjalo: khetha indlela yokukhokha.",
  earlierUnplaced:
    "Inkokhelo yangaphambili yale nqola ifikile, kodwa ayikwazanga ukuba yi-oda.",
  toPaid: "Bona ukuthi kwenzekeni ngayo",
  toMoney: "Bona ukuthi kwenzekani ngemali",
}
