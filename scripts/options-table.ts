// Writes the README's table of options out of their schema:
//   npm run docs:options            writes it between the marks
//   npm run docs:options -- --check says whether it is current
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { z } from "@medusajs/framework/zod"
import { format } from "prettier"
import { optionsSchema } from "../src/modules/instalments/options/schema"

const FILE = join(__dirname, "..", "README.md")
const BLOCK = /(<!-- options -->)[\s\S]*?(<!-- \/options -->)/

/** As much of JSON Schema as the options use. */
type Schema = {
  type?: string
  anyOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  enum?: string[]
  default?: unknown
  description?: string
}

function rows(schema: Schema, prefix = ""): string[] {
  return Object.entries(schema.properties ?? {}).flatMap(([key, option]) =>
    option.properties
      ? rows(option, `${prefix}${key}.`)
      : row(`${prefix}${key}`, option, (schema.required ?? []).includes(key))
  )
}

function row(name: string, option: Schema, required: boolean): string {
  const usual = "default" in option ? code(option.default) : "none"
  const types = option.anyOf ?? [option]
  const values =
    option.enum?.map(code).join(" or ") ??
    types
      .map(({ type = "" }) => (type === "array" ? "list" : type))
      .join(" or ")
  const cells = [`\`${name}\``, values, required ? "**needed**" : usual]
  if (!option.description) {
    throw new Error(`The option ${name} has no description in its schema.`)
  }
  return `| ${[...cells, option.description].join(" | ")} |`
}

const code = (value: unknown) =>
  `\`${typeof value === "string" ? value : JSON.stringify(value)}\``

async function run() {
  const schema = z.toJSONSchema(optionsSchema, { io: "input" }) as Schema
  const table = [
    "| option | value | default | what it says |",
    "| --- | --- | --- | --- |",
    ...rows(schema),
  ].join("\n")
  const readme = readFileSync(FILE, "utf8")
  if (!BLOCK.test(readme)) {
    throw new Error(
      "README.md has no marks <!-- options --> and <!-- /options -->."
    )
  }
  const written = await format(
    readme.replace(
      BLOCK,
      (_, open, close) => `${open}\n\n${table}\n\n${close}`
    ),
    { parser: "markdown", semi: false, trailingComma: "es5" }
  )
  if (written === readme) {
    console.log("The README's table of options is current.")
  } else if (process.argv.includes("--check")) {
    console.error("The README's table of options is old: npm run docs:options")
    process.exitCode = 1
  } else {
    writeFileSync(FILE, written)
    console.log("The README's table of options is written anew.")
  }
}

void run()
