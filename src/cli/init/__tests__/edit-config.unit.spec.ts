import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import ts from "typescript"
import { setupOf } from "../../doctor/read-store"
import { editConfig } from "../config/edit-config"
import { ALL_LINES } from "../config/lines"
import { editable, starter, unclear } from "./stores"

const PROVIDER = "medusa-payment-instalments/providers/instalments"

describe("what init makes of a medusa-config", () => {
  it("keeps the starter's words and adds the lines in its style", () => {
    expect(editConfig(starter)).toBe(
      starter.replace(
        "    }\n  }\n})",
        () => `    }\n  },\n${ALL_LINES.replace(/(?<!\/\/ .*)"/g, "'")}\n})`
      )
    )
  })

  it.each(Object.entries(editable))(
    "is a config that Medusa reads, with plugin and provider, for %s",
    (_, text) => {
      const { payment, options } = setupOf(run(editConfig(text)))
      expect(options).toMatchObject({ environment: "sandbox" })
      expect(payment.provider).toBe("instalments")
      expect(payment.dependencies).toEqual(
        expect.arrayContaining(["instalments", "query"])
      )
    }
  )

  it.each(Object.entries(editable))(
    "is the same done twice, for %s",
    (_, text) => {
      const once = editConfig(text)
      expect(editConfig(once)).toBe(once)
    }
  )

  it.each(Object.entries(editable))(
    "holds every line and comment that was there, in order, for %s",
    (_, text) => {
      const words = (code: string): string[] =>
        code.match(/\/\/.*|[\w@.-]+/g) ?? []
      const left = words(editConfig(text))
      for (const word of words(text)) {
        expect(left).toContain(word)
        left.splice(0, left.indexOf(word) + 1)
      }
    }
  )

  it("keeps Stripe, its options and the comments", () => {
    const made = editConfig(editable["other plugins and Stripe"]!)
    expect(made).toContain("/* cards */")
    expect(made).toContain("} // keep this one last".replace("}", "},"))
    const { modules, plugins } = run(made)
    expect(modules.payment.options.providers).toEqual([
      expect.objectContaining({ id: "stripe", options: { apiKey: undefined } }),
      { id: "instalments", resolve: PROVIDER },
    ])
    expect(plugins).toHaveLength(3)
  })

  it("ends its lines as the file does", () => {
    const made = editConfig(editable["line ends of Windows"]!)
    expect(made.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/)
  })

  it("moves its lines in as the file does", () => {
    expect(editConfig(editable.tabs!)).not.toMatch(/^ /m)
  })

  it.each(Object.entries(unclear))(
    "is nothing, with the reason, for %s",
    (_, [reason, text]) => {
      expect(() => editConfig(text)).toThrow(reason)
    }
  )

  it("takes the helper of the package for the plugin", () => {
    const made = editConfig(`
      import { instalments } from "medusa-payment-instalments"
      export default defineConfig({ plugins: [instalments({})] })`)
    expect(made).toContain("plugins: [instalments({})]")
    expect(made).toContain(PROVIDER)
  })

  it("is the same done twice, whatever plugins and modules a store has", () => {
    fc.assert(
      fc.property(stores, (text) => {
        const once = editConfig(text)
        expect(editConfig(once)).toBe(once)
        const { payment, options } = setupOf(run(once))
        expect(options).toBeDefined()
        expect(payment.provider).toBe("instalments")
      })
    )
  })

  it("is what the README tells those to paste who write it by hand", () => {
    const readme = readFileSync(
      join(__dirname, "../../../../README.md"),
      "utf8"
    )
    expect(readme).toContain(ALL_LINES)
  })
})

const spaces = fc.constantFrom("", " ", "\n    ", "\n    // why\n    ")
const list = (entries: fc.Arbitrary<string>) =>
  fc
    .tuple(
      fc.array(fc.tuple(spaces, entries), { maxLength: 3 }),
      fc.boolean(),
      spaces
    )
    .map(([all, comma, end]) => {
      const body = all.map(([before, entry]) => before + entry).join(",")
      return `[${body}${comma && all.length > 0 ? "," : ""}${end}]`
    })
const anyPlugin = fc.constantFrom(
  '"medusa-points"',
  '{ resolve: "a", options: {} }'
)
const payment = list(
  fc.constantFrom('{ resolve: "stripe", id: "stripe" }')
).map(
  (providers) =>
    `{ resolve: "@medusajs/medusa/payment", options: { providers: ${providers} } }`
)
const anyModule = fc.oneof(fc.constant('{ resolve: "./src/brand" }'), payment)
const stores = fc
  .tuple(
    fc.option(list(anyPlugin).map((one) => `plugins: ${one}`)),
    fc.option(list(anyModule).map((one) => `modules: ${one}`)),
    spaces
  )
  .map(([plugins, modules, end]) => {
    const parts = ["projectConfig: {}", plugins, modules].filter(Boolean)
    return `module.exports = defineConfig({\n  ${parts.join(",\n  ")}${end}})\n`
  })

type Config = {
  plugins: unknown[]
  modules: { payment: { options: { providers: unknown[] } } }
}

/** Runs a medusa-config, with a `defineConfig` that only puts modules by their names. */
function run(text: string): Config {
  const { outputText } = ts.transpileModule(text, {
    compilerOptions: { module: ts.ModuleKind.CommonJS },
  })
  const module: { exports: { default?: Config } } = { exports: {} }
  const env = {}
  new Function(
    ...["module", "exports", "require", "defineConfig", "Modules", "process"],
    outputText
  )(
    module,
    module.exports,
    Object.assign(() => ({ defineConfig, loadEnv: () => {} }), {
      resolve: (name: string) => name,
    }),
    defineConfig,
    { PAYMENT: "payment", CACHE: "cache" },
    { env, cwd: () => "." }
  )
  const config = module.exports.default ?? (module.exports as Config)
  return Array.isArray(config.modules) ? defineConfig(config) : config
}

function defineConfig(config: object): Config {
  const { modules = [] } = config as { modules?: object }
  type Module = { resolve: string; key?: string }
  const named = Array.isArray(modules)
    ? (modules as Module[]).map((one) => [nameOf(one), one] as const)
    : Object.entries(modules)
  const made: unknown = {
    projectConfig: {},
    ...config,
    modules: Object.fromEntries(named),
  }
  return made as Config

  function nameOf({ key, resolve }: Module) {
    return key ?? (/payment$/.test(resolve) ? "payment" : resolve)
  }
}
