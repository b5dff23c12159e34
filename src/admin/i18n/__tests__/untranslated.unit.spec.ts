import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import translations from "../index"
import { literalWords } from "./literal-words"

const ADMIN = join(__dirname, "../..")

/** The admin's code, its words aside. */
const files = readdirSync(ADMIN, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.d\.ts$/.test(name))
  .filter((name) => !/__tests__|^i18n\//.test(name))
  .map((name) => ({ name, code: readFileSync(join(ADMIN, name), "utf8") }))

/** Every key with its words, like `actions.done`. */
function flat(words: object, prefix = ""): [string, string][] {
  return Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[prefix + key, value] as [string, string]]
      : flat(value, `${prefix}${key}.`)
  )
}

const placeholders = (text: string) =>
  (text.match(/{{\w+}}|<\w+\/>/g) ?? []).sort()

const english = new Map(flat(translations.en.instalments))
const others = Object.entries(translations)
  .filter(([language]) => language !== "en")
  .map(([language, { instalments }]) => ({
    language,
    words: new Map(flat(instalments)),
  }))

/** A file's name, and actions as the routes name them: `useLabels` has their words. */
const NO_WORDS = [
  `"refund requests.csv"`,
  ...[`"Book the refund"`, `"Refresh"`, `"Check now"`],
]

/** Words that Afrikaans writes as English does. */
const THE_SAME = [
  ...["Status", "Filter", "Medusa", "sandbox", "iframe", "{{action}}?"],
]

describe.each(others)("The console's words in $language", ({ words }) => {
  it("are there for every key of English, and for no other", () => {
    expect([...words.keys()].sort()).toEqual([...english.keys()].sort())
  })

  it("are nowhere left English", () => {
    const left = [...words].filter(
      ([key, text]) => text === english.get(key) && !THE_SAME.includes(text)
    )
    expect(left).toEqual([])
  })

  it("have the same places for amounts, names and moments", () => {
    const inEnglish = [...english].map(([key, text]) => [
      key,
      placeholders(text),
    ])
    expect(
      inEnglish.map(([key]) => [key, placeholders(words.get(`${key}`) ?? "")])
    ).toEqual(inEnglish)
  })
})

it.each(Object.keys(translations))(
  "Every number has its words in %s",
  (language) => {
    const { pluralCategories } = new Intl.PluralRules(
      language
    ).resolvedOptions()
    const counted = [...english.keys()].filter((key) => key.endsWith("_other"))
    const needed = counted.flatMap((key) =>
      pluralCategories.map((category) => key.replace(/other$/, category))
    )
    const { instalments } = translations[language as keyof typeof translations]
    const there = flat(instalments).map(([key]) => key)
    expect(needed.filter((key) => !there.includes(key))).toEqual([])
  }
)

it("Every word is used by a page", () => {
  const code = files.map((file) => file.code).join("\n")
  const used = (key: string) => {
    const name = key.replace(/_(one|other)$/, "")
    const parts = name.split(".")
    // A page may put the last part together: t(`shown.outcomes.${outcome}`).
    const parent = parts.slice(0, -1).join(".")
    return code.includes(`"${name}"`) || code.includes(`\`${parent}.\${`)
  }
  const unused = [...english.keys()].filter((key) => !used(key))
  expect(unused).toEqual(["language"])
})

it.each(files)("$name has no words of its own", ({ name, code }) => {
  const words = literalWords(code, name)
  expect(words.filter((text) => !NO_WORDS.includes(text))).toEqual([])
})

describe("Words of a page's own are found", () => {
  it.each([
    ["as text", "<p>Nothing here</p>", ["Nothing here"]],
    ["as an attribute", `<A title="Checkouts" />`, [`"Checkouts"`]],
    ["as a small word", `<A aria-label="checkouts" />`, [`"checkouts"`]],
    ["as a noun phrase", `<A what="the checkouts" />`, [`"the checkouts"`]],
    ["as an expression", `<p>{a ? "yes" : t("no")}</p>`, [`"yes"`]],
    ["in a template", "<p>{`${count} times`}</p>", ["} times`"]],
    ["in a list", `const x = { label: "Open" }`, [`"Open"`]],
    ["in a toast", `toast.error("It was refused")`, [`"It was refused"`]],
    ["in a variable", `const x = "was paid"`, [`"was paid"`]],
  ])("%s", (_, code, found) => {
    expect(literalWords(code)).toEqual(found)
  })

  it.each([
    ["a key", `<p>{t("shown.cancel")}</p>`],
    ["a class", `<p className={a ? "flex flex-col" : "grid p-0"} />`],
    ["a look", `<Button size="small" variant="secondary" />`],
    ["a comparison", `<Button disabled={status === "failed"} />`],
    ["a path", "<Link to={`/instalments/checkouts/${id}`} />"],
    ["a name of a property", `const x = { "Place the order": "placeOrder" }`],
    ["a type", `type X = "Place the order"`],
    ["an import", `import x from "Some where"`],
    ["a method", `fetch(path, { method: "POST" })`],
  ])("and %s is none", (_, code) => {
    expect(literalWords(code)).toEqual([])
  })
})
