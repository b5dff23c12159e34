import { openLink, sealLink } from "../link-token"

const secret = "signing-secret-1"
const link = {
  order_id: "order_01KAN0000000000000000000",
  made_at: new Date("2026-11-22T10:00:00.123Z"),
  expires_at: new Date("2026-11-29T10:00:00Z"),
}
const end = link.expires_at.getTime()
const before = { secrets: [secret], now: end - 1 }

describe("the token of a payment link", () => {
  it("names its order until its end", () => {
    const token = sealLink(link, secret)
    expect(openLink(token, before)).toEqual({ ...link, ended: false })
    expect(openLink(token, { secrets: [secret], now: end })).toEqual({
      ...link,
      ended: true,
    })
  })

  it("ends at a whole second, never later than it was asked for", () => {
    const expires_at = new Date(end + 999)
    const opened = openLink(sealLink({ ...link, expires_at }, secret), before)
    expect(opened?.expires_at).toEqual(link.expires_at)
  })

  it("fits in an address and does not reveal the order", () => {
    const token = sealLink(link, secret)
    expect(token).toMatch(/^[\w-]+$/)
    expect(token).not.toContain(link.order_id)
    expect(Buffer.from(token, "base64url").toString("latin1")).not.toContain(
      "order"
    )
  })

  it("is another one each time", () => {
    expect(sealLink(link, secret)).not.toBe(sealLink(link, secret))
  })

  it("is invalid when any character of it was changed", () => {
    const token = sealLink(link, secret)
    const signs =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    const opened = [...token].flatMap((sign, at) =>
      [...signs]
        .filter((other) => other !== sign)
        .map((other) => token.slice(0, at) + other + token.slice(at + 1))
        .map((tampered) => openLink(tampered, before))
        .filter((found) => found !== null)
    )
    expect(opened).toEqual([])
  })

  it("is invalid when it was shortened or extended", () => {
    const token = sealLink(link, secret)
    for (let length = 0; length < token.length; length++) {
      expect(openLink(token.slice(0, length), before)).toBeNull()
    }
    for (const added of ["A", "=", " ", "\n", "A".repeat(600)]) {
      expect(openLink(token + added, before)).toBeNull()
    }
  })

  it("is valid for as long as the secret that made it is in the list", () => {
    const token = sealLink(link, "signing-secret-2")
    const both = { ...before, secrets: [secret, "signing-secret-2"] }
    expect(openLink(token, both)).toEqual({ ...link, ended: false })
    expect(openLink(token, before)).toBeNull()
  })

  it.each([
    "",
    "none",
    link.order_id,
    "A".repeat(100),
    "é".repeat(60),
    "%00",
    "../../admin",
  ])("is not this: %j", (garbage) => {
    expect(openLink(garbage, before)).toBeNull()
  })
})
