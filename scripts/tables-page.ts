// Makes docs/tables.md out of the comments of the ledger's models:
//   npm run docs:tables            writes the page
//   npm run docs:tables -- --check says whether it is current
// A column without a comment is an error.
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { format } from "prettier"

const MODELS = join(__dirname, "../src/modules/instalments/models")
const PAGE = join(__dirname, "../docs/tables.md")
const HEAD = `# The ledger's tables

Every column, in a line. This page is made from the comments of the models in
\`src/modules/instalments/models\` by \`npm run docs:tables\`. Medusa adds
\`created_at\`, \`updated_at\` and \`deleted_at\` to each table. Amounts are integer
cents.
`

/** The text of a node's docstring, in one line. */
function comment(node: ts.Node): string {
  return ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "")
    .join(" ")
    .replace(/\s+/g, " ")
    .trim()
}

/** The call of `model.define` that a declaration is made of. */
function definition(node: ts.Node): ts.CallExpression | undefined {
  if (
    !ts.isCallExpression(node) ||
    !ts.isPropertyAccessExpression(node.expression)
  ) {
    return
  }
  const { expression, name } = node.expression
  return name.text === "define" ? node : definition(expression)
}

function section(file: string): string {
  const text = readFileSync(join(MODELS, file), "utf8")
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true)
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) {
      continue
    }
    const made = statement.declarationList.declarations[0]?.initializer
    const [name, columns] = (made && definition(made)?.arguments) ?? []
    if (
      !name ||
      !ts.isStringLiteral(name) ||
      !columns ||
      !ts.isObjectLiteralExpression(columns)
    ) {
      continue
    }
    const lines = columns.properties.map((column) => {
      const said = comment(column)
      if (!said) {
        const which = `${name.text}.${column.name?.getText()}`
        throw new Error(`models/${file}: ${which} has no comment.`)
      }
      return `| \`${column.name?.getText()}\` | ${said} |`
    })
    const table = ["| column | what it means |", "| --- | --- |", ...lines]
    return `## ${name.text}\n\n${comment(statement)}\n\n${table.join("\n")}\n`
  }
  throw new Error(`models/${file} defines no table.`)
}

async function main() {
  const sections = readdirSync(MODELS).sort().map(section)
  const page = await format([HEAD, ...sections].join("\n"), {
    parser: "markdown",
  })
  if (!process.argv.includes("--check")) {
    return writeFileSync(PAGE, page)
  }
  if (readFileSync(PAGE, "utf8") !== page) {
    throw new Error("docs/tables.md is not current: npm run docs:tables.")
  }
  console.log("docs/tables.md is current.")
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
