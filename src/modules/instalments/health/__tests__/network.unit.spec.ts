import { failureWords, isPrivate, staysInside } from "../network"

describe("what a network error means", () => {
  it.each([
    ["10.1.2.3", true],
    ["172.31.0.1", true],
    ["192.168.1.1", true],
    ["::1", true],
    ["fd00::1", true],
    ["172.32.0.1", false],
    ["196.25.1.1", false],
    ["2c0f:fb50::1", false],
  ])("knows whether %s is private", (address, expected) => {
    expect(isPrivate(address)).toBe(expected)
  })

  it.each([
    ["localhost", [], true],
    ["backend", [], true],
    ["shop.internal", [], true],
    ["[::1]", [], true],
    ["192.168.1.1", [], true],
    ["196.25.1.1", [], false],
    ["shop.example", [], false],
    ["shop.example", ["196.25.1.1"], false],
    ["shop.example", ["10.0.0.1"], true],
    ["shop.example", ["10.0.0.1", "196.25.1.1"], false],
  ])("knows whether %s (%j) is reached from outside", (host, found, inside) => {
    expect(staysInside(host, found)).toBe(inside)
  })

  it.each([
    ["CERT_HAS_EXPIRED", /has expired/],
    ["ERR_TLS_CERT_ALTNAME_INVALID", /for another name/],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /intermediate/],
    ["ERR_SSL_WRONG_VERSION_NUMBER", /does not speak TLS/],
    ["ENOTFOUND", /DNS/],
    ["SOMETHING_NEW", /SOMETHING_NEW/],
  ])("has words for %s", (code, words) => {
    expect(failureWords(code)).toMatch(words)
  })
})
