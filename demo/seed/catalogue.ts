/** A product of the demo's shop; `variants` maps option values to a price. */
export type Article = {
  handle: string
  title: string
  subtitle: string
  description: string
  option: string
  variants: Record<string, number>
}

/**
 * Prices in rand, VAT inside: of the mug's R 149,00 a tax that has no end. The
 * sandbox takes R100 to R20 000: the sticker alone is too
 * cheap for instalments, and R1 000 is where more than three are offered.
 */
export const CATALOGUE: Article[] = [
  {
    handle: "karoo-wool-throw",
    title: "Karoo wool throw",
    subtitle: "Woven in Graaff-Reinet",
    description:
      "Merino wool from the Great Karoo, woven on old looms and washed in soft water. Warm in July, light enough for the rest of the year.",
    option: "Colour",
    variants: { Ochre: 1299, Indigo: 1299, "Undyed, large": 1849 },
  },
  {
    handle: "fynbos-linen-shirt",
    title: "Fynbos linen shirt",
    subtitle: "Garment washed",
    description:
      "A loose shirt of European linen, cut and sewn in Salt River. Gets better with every wash.",
    option: "Size",
    variants: { S: 899, M: 899, L: 899, XL: 949 },
  },
  {
    handle: "stoneware-mug",
    title: "Stoneware mug",
    subtitle: "Thrown by hand",
    description:
      "Holds a proper cup of rooibos. Each one is thrown by hand, so that no two are quite alike. Dishwasher safe.",
    option: "Glaze",
    variants: { Cream: 149, Rust: 149, Sage: 209 },
  },
  {
    handle: "dune-table-lamp",
    title: "Dune table lamp",
    subtitle: "Ceramic and linen",
    description:
      "A ceramic foot the colour of the Kalahari after rain, under a shade of raw linen. With a dimmer on the cord.",
    option: "Colour",
    variants: { Sand: 2450, Clay: 2450 },
  },
  {
    handle: "overberg-weekender",
    title: "Overberg weekender",
    subtitle: "Vegetable-tanned leather",
    description:
      "Two nights away fit into it. Full-grain leather, brass hardware, and a lining that a wet towel does not mind.",
    option: "Colour",
    variants: { Tan: 4999, Black: 5299 },
  },
  {
    handle: "stoep-lounge-chair",
    title: "Stoep lounge chair",
    subtitle: "Solid wood, woven seat",
    description:
      "Made for long evenings on the stoep. Solid wood, joined without screws, with a seat of woven paper cord.",
    option: "Wood",
    variants: { Oak: 8499, Kiaat: 9999 },
  },
  {
    handle: "rooibos-candle",
    title: "Rooibos candle",
    subtitle: "Soy wax, 45 hours",
    description:
      "Rooibos, orange peel and a little smoke. Poured in small batches into a glass that you will want to keep.",
    option: "Size",
    variants: { Small: 249, Large: 429 },
  },
  {
    handle: "protea-sticker",
    title: "Protea sticker",
    subtitle: "Weatherproof vinyl",
    description:
      "For the laptop, the bottle or the bakkie. Survives sun, rain and the dishwasher.",
    option: "Finish",
    variants: { Matt: 45 },
  },
]
