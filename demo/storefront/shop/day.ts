/** A day like `2026-11-24` in the words of the page's language. */
export function day(date: string): string {
  const { lang } = document.documentElement
  return new Intl.DateTimeFormat(lang, {
    dateStyle: "full",
    timeZone: "UTC",
  }).format(new Date(date))
}
