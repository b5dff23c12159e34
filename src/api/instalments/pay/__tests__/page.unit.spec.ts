import { createHash } from "node:crypto"
import { html } from "../html"
import { pageOf } from "../page"
import type { View } from "../view"
import { wordsOf } from "../words"

const payable: View = {
  kind: "payable",
  number: "12",
  amount: 43_335,
  currency: "ZAR",
  month: { payments: 6, amount: 7_223 },
  note: null,
}
const shop = { shop: "Protea & Co", baseUrl: "https://service.example" }
const shown = (view: View, of = shop) => pageOf(wordsOf(view), of)

describe("the page of a payment link", () => {
  it("says whose it is, of which order, how much and what a month", () => {
    const { text, status } = shown(payable)
    expect(status).toBe(200)
    expect(text).toContain("<header>Protea &amp; Co</header>")
    expect(text).toMatch(/<h1>Pay for order 12<\/h1>/)
    expect(text).toMatch(/R\s433,35/)
    expect(text).toMatch(/6 monthly payments of about\s+R\s72,23/)
  })

  it("has one heading, one main part, one button, its language and a title", () => {
    const { text } = shown(payable)
    for (const part of [/<h1>/g, /<main>/g, /<button /g, /<html lang="en">/g]) {
      expect(text.match(part)).toHaveLength(1)
    }
    expect(text).toContain("<title>Pay for order 12 · Protea &amp; Co</title>")
    expect(text).toContain("width=device-width")
  })

  it("names no monthly amount that is not known", () => {
    expect(shown({ ...payable, month: null }).text).not.toContain("monthly")
  })

  it("has a button that names the amount it shows", () => {
    expect(shown(payable).text).toContain(
      '<form method="post" action="?amount=43335">'
    )
  })

  it("says beside what became of a payment that the amount has changed", () => {
    const { text } = shown({ ...payable, note: "returned", changed: true })
    expect(text).toContain("is being returned to you")
    expect(text).toContain("The amount has changed since")
    expect(shown(payable).text).not.toContain("has changed")
  })

  it("asks for nothing that another provider holds, and names the rest", () => {
    const elsewhere: View = { ...payable, kind: "elsewhere" }
    expect(shown(elsewhere).text).toMatch(/owes R\s433,35 more/)
    const { text } = shown({ ...elsewhere, amount: 0 })
    expect(text).toContain("Nothing more has to be paid now")
  })

  it.each([
    ["waiting", 200, "waiting for the payment to be confirmed"],
    ["recording", 200, "Your payment has arrived"],
    ["held", 200, "do not pay again"],
    ["paid", 200, "Your payment has arrived"],
    ["returned", 200, "is being returned to you"],
    ["refunded", 200, "Your payment was refunded"],
    ["nothing_owed", 200, "Nothing has to be paid"],
    ["cancelled", 200, "Order 12 is cancelled"],
    ["draft", 200, "not confirmed yet"],
    ["not_here", 200, "cannot be paid in instalments"],
    ["elsewhere", 200, "is being paid in another way already"],
    ["ended", 410, "This link has ended"],
    ["unknown", 404, "This link is not known"],
    ["busy", 429, "Please wait a minute"],
    ["failed", 503, "try again in a minute"],
  ] as const)("has no button when it is %s: %d", (kind, status, words) => {
    const view = { ...payable, kind } as View
    const page = shown(view)
    expect(page.status).toBe(status)
    expect(page.text).toContain(words)
    expect(page.text).not.toContain("<button")
  })

  it("reloads itself only while it waits for something", () => {
    const looks = (kind: string) =>
      shown({ ...payable, kind } as View).text.includes('http-equiv="refresh"')
    expect(["waiting", "recording"].filter(looks)).toHaveLength(2)
    expect(["payable", "held", "paid", "ended"].filter(looks)).toEqual([])
  })

  it("is never cached or framed, and its address is in no referrer", () => {
    const { headers } = shown(payable)
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "x-robots-tag": "noindex",
    })
    const policy = headers["content-security-policy"]
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toMatch(/unsafe|script-src/)
  })

  it("allows its own style by the hash of what it sends, and nothing else", () => {
    const { headers, text } = shown(payable)
    const [, style = ""] = /<style>([^]*)<\/style>/.exec(text) ?? []
    const hash = createHash("sha256").update(style).digest("base64")
    expect(headers["content-security-policy"]).toContain(
      `style-src 'sha256-${hash}'`
    )
    expect(text).not.toContain("style=")
  })

  it("lets its form redirect to https, and to this machine only when the service runs there", () => {
    const form = (baseUrl: string) =>
      /form-action ([^;]*)/.exec(
        shown(payable, { ...shop, baseUrl }).headers[
          "content-security-policy"
        ] ?? ""
      )?.[1]
    expect(form("https://service.example")).toBe("'self' https:")
    expect(form("http://localhost:4010")).toBe(
      "'self' https: http://localhost:* http://127.0.0.1:*"
    )
  })

  it("escapes what it did not write itself, and nothing twice", () => {
    const name = `<img src=x onerror='a'> & "b"`
    const { text } = shown(payable, { ...shop, shop: name })
    expect(text).not.toContain("<img")
    expect(html`<b title="${name}">${html`<i>${name}</i>`}</b>`.text).toBe(
      '<b title="&lt;img src=x onerror=&#39;a&#39;&gt; &amp; &quot;b&quot;"><i>&lt;img src=x onerror=&#39;a&#39;&gt; &amp; &quot;b&quot;</i></b>'
    )
    expect(html`${null}${false}${[0, " ", html`<br />`]}`.text).toBe("0 <br />")
  })
})
