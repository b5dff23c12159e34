import { readFileSync } from "node:fs"
import ts from "typescript"

/** Calls whose sentences are documentation or SQL. */
const NO_MESSAGE = /\.(describe|raw|whereRaw|log)$/

/** The first sentence of every message in a file, `…` for what varies. */
export function readMessages(file: string): string[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, "utf8"),
    ts.ScriptTarget.Latest,
    true
  )
  const found: string[] = []
  visit(source)
  return found.map(firstSentence).filter(isSentence)

  function visit(node: ts.Node) {
    if (
      ts.isCallExpression(node) &&
      NO_MESSAGE.test(node.expression.getText())
    ) {
      visit(node.expression)
      return
    }
    const text = textOf(node)
    if (text === undefined) {
      ts.forEachChild(node, visit)
      return
    }
    found.push(text)
    // What is put into a template may be a message of its own.
    if (ts.isTemplateExpression(node)) {
      node.templateSpans.forEach(({ expression }) => visit(expression))
    }
  }
}

/** The text of a literal, or of literals that are joined by `+`. */
function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) {
    return node.text
  }
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map(({ literal }) => `…${literal.text}`)
    return node.head.text + spans.join("")
  }
  if (ts.isBinaryExpression(node)) {
    const [left, right] = [textOf(node.left), textOf(node.right)]
    return left === undefined || right === undefined ? left : left + right
  }
  return undefined
}

/** Up to its first full stop, colon or semicolon; not the endpoint's colon. */
function firstSentence(text: string): string {
  const [, start = "", rest = ""] =
    /^(…: |[a-z]+[A-Z]\w*: )?(.*)$/.exec(text.replace(/\s+/g, " ")) ?? []
  return start + rest.split(/(?<=[.:;]) /)[0]!.trim()
}

/** Three words or more, of which the first begins like one of a sentence. */
const isSentence = (text: string) =>
  /^([A-Z]|…|\{…|expected |asked |medusa-|\w+: (expected|names) )/.test(text) &&
  /[a-z]{2,}/.test(text) &&
  !/[<>=?]|::| desc\b| as [a-z]$/.test(text) &&
  text.split(" ").length > 2
