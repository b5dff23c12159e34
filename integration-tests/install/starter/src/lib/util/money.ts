type Money = { amount: number; currency_code: string }

export const convertToLocale = ({ amount, currency_code }: Money) =>
  new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: currency_code,
  }).format(amount)
