import fc from "fast-check"
import { addVariables } from "../environment"

const NAMES = [
  "INSTALMENTS_BASE_URL",
  "INSTALMENTS_CLIENT_SECRET",
  "INSTALMENTS_SIGNING_SECRET",
  "INSTALMENTS_BACKEND_URL",
  "INSTALMENTS_STOREFRONT_URL",
]

describe("the variables that init writes", () => {
  it("end the file, with the secrets left empty", () => {
    expect(addVariables("JWT_SECRET=kept", false)).toBe(`\
JWT_SECRET=kept
INSTALMENTS_BASE_URL=
INSTALMENTS_CLIENT_SECRET=
INSTALMENTS_SIGNING_SECRET=
INSTALMENTS_BACKEND_URL=http://localhost:9000
INSTALMENTS_STOREFRONT_URL=http://localhost:8000
`)
  })

  it("are filled in for the sandbox, also where a name stands empty", () => {
    const filled = addVariables(addVariables("", false), true)
    expect(filled).not.toMatch(/=$/m)
    expect(filled).toContain(
      "INSTALMENTS_CLIENT_SECRET=sandbox-client-secret\n"
    )
  })

  it("never take a value away", () => {
    const own = "export INSTALMENTS_CLIENT_SECRET = 'mine'\n"
    expect(addVariables(own, true)).toMatch(/^export INST.*'mine'\n/)
    expect(addVariables(own, true)).not.toContain("sandbox-client-secret")
  })

  it("are the same written twice, and keep each line with a value", () => {
    const line = fc.oneof(
      fc.constantFrom("# a note", "", "OTHER=1", "export A=b"),
      fc
        .tuple(
          fc.constantFrom(...NAMES),
          fc.constantFrom("", " ", "own", "'o n'")
        )
        .map(([name, value]) => `${name}=${value}`)
    )
    fc.assert(
      fc.property(
        fc.array(line),
        fc.boolean(),
        fc.boolean(),
        (lines, ends, sandbox) => {
          const text = lines.join("\n") + (ends ? "\n" : "")
          const once = addVariables(text, sandbox)
          expect(addVariables(once, sandbox)).toBe(once)
          const kept = lines.filter((one) => !/=\s*$/.test(one))
          expect(once.split("\n")).toEqual(expect.arrayContaining(kept))
        }
      )
    )
  })
})
