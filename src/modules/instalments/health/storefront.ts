import type { InstalmentsOptions } from "../options/parse-options"
import type { Finding } from "./list"
import { failureWords } from "./network"

/** The options that are pages of the storefront. */
export type PageName = "successUrl" | "cancelUrl" | "orderUrl"

/** What a page of the storefront answered, where redirects were followed to. */
export type PageAsked =
  { status: number; endedAt: string } | { failure: string }

/** What was found at each of the three addresses. */
export type Page = { name: PageName; url: string; asked: PageAsked }

/**
 * Whether shoppers find a page where they are sent back to. The ids in the addresses are
 * made up, so that a page may rightly say that it does not know them.
 */
export function storefrontFindings(
  pages: Page[],
  { environment }: Pick<InstalmentsOptions, "environment">
): Finding[] {
  const isProduction = environment === "production"
  const found = pages.flatMap(({ name, url, asked }) =>
    "failure" in asked
      ? []
      : { name, finding: answerFinding(name, url, asked, isProduction) }
  )
  const right = found.filter(({ finding }) => finding === null)
  const names = inList(right.map(({ name }) => name))
  const ok: Finding = {
    state: "ok",
    saw: `${names} ${right.length > 1 ? "lead" : "leads"} to a page.`,
  }
  return [
    ...(right.length > 0 ? [ok] : []),
    ...found.flatMap(({ finding }) => finding ?? []),
    ...unreached(pages, isProduction),
  ]
}

/** One finding for all pages of a storefront that does not answer. */
function unreached(pages: Page[], isProduction: boolean): Finding[] {
  const hosts = new Map<string, PageName[]>()
  for (const { name, url, asked } of pages) {
    if ("failure" in asked) {
      const why = `${new URL(url).origin} ${failureWords(asked.failure)}`
      hosts.set(why, [...(hosts.get(why) ?? []), name])
    }
  }
  return [...hosts].map(([why, names]) => ({
    state: isProduction ? "error" : "note",
    saw: `${inList(names)}: ${why}.`,
    next: isProduction
      ? "Start the storefront, or set the options to its public address."
      : "Start the storefront and ask again, to see whether it has the pages.",
  }))
}

/** Null where all is right. */
function answerFinding(
  name: PageName,
  url: string,
  { status, endedAt }: { status: number; endedAt: string },
  isProduction: boolean
): Finding | null {
  const where = endedAt === url ? url : `${url} leads to ${endedAt}, which`
  const saw = `${name}: ${where} answers ${status}.`
  if (status === 404) {
    return name === "successUrl"
      ? { state: "error", saw, next: ADD_PAGE }
      : { state: "note", saw, next: MAYBE_PAGE }
  }
  if (status === 401 || status === 403) {
    return {
      state: isProduction ? "error" : "note",
      saw,
      next: "Let shoppers in without a login or a challenge: they come back here from the payment page.",
    }
  }
  if (status >= 400) {
    return { state: "error", saw, next: "Look at the storefront's log." }
  }
  if (status >= 300) {
    return {
      state: "error",
      saw: `${name}: ${url} redirects again and again, last to ${endedAt}.`,
      next: "End the redirects in the storefront, or set the option to the page itself.",
    }
  }
  return null
}

const ADD_PAGE =
  "Shoppers wait there for their order: add the page (npx medusa-payment-instalments storefront adds one to Medusa's starters), or name the one you have."

const MAYBE_PAGE =
  "The id in it is made up: right if the page says so of what it does not know, wrong if there is no such page."

function inList(names: string[]): string {
  return names.length < 2
    ? names.join()
    : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`
}
