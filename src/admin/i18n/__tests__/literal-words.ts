import * as ts from "typescript"

/** Attributes whose strings are no words, unless they read like a sentence. */
const TECHNICAL = new Set(
  `align as axisLine className color colour dataKey end fill height i18nKey
   iconType id interval key lang leading level name role rows size stackId state
   stroke to type value variant weight what width`.split(/\s+/)
)

const LETTERS = /\p{L}/u
/** `Cancel`, `Last run`; and of small letters what has a space in it: `per month`. */
const SENTENCE = /^\s*(\p{Lu}\p{Ll}|\p{L}[\p{L}\p{P}]*\s+[\p{L}\p{P}\s]+$)/u
/** `flex p-0`, `/instalments/checkouts`: of more than letters and a full stop. */
const CODE = /[-/[\]:_]/

/**
 * The words of a component's code that a reader sees and no language can change:
 * text, what attributes say, and sentences wherever they stand. Keys given to `t`,
 * types, names of properties and what something is compared with are none.
 */
export function literalWords(code: string, fileName = "page.tsx"): string[] {
  const file = ts.createSourceFile(
    fileName,
    code,
    ts.ScriptTarget.Latest,
    true,
    ts.ScriptKind.TSX
  )
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (isNoText(node)) {
      return
    }
    if (ts.isJsxText(node) ? LETTERS.test(node.text) : isShown(node)) {
      found.push(node.getText().trim())
    }
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

/** What is never shown, with everything in it. */
function isNoText(node: ts.Node): boolean {
  return (
    ts.isImportDeclaration(node) ||
    ts.isTypeNode(node) ||
    (ts.isCallExpression(node) && node.expression.getText() === "t")
  )
}

function isShown(node: ts.Node): boolean {
  const isText =
    ts.isStringLiteral(node) ||
    ts.isNoSubstitutionTemplateLiteral(node) ||
    node.kind === ts.SyntaxKind.TemplateHead ||
    node.kind === ts.SyntaxKind.TemplateMiddle ||
    node.kind === ts.SyntaxKind.TemplateTail
  if (!isText || isNameOrCompared(node)) {
    return false
  }
  const { text } = node as ts.LiteralLikeNode
  const place = placeOf(node)
  if (place === "className" || (place && CODE.test(text))) {
    return false
  }
  return place === undefined || TECHNICAL.has(place)
    ? SENTENCE.test(text) && !CODE.test(text)
    : LETTERS.test(text)
}

function isNameOrCompared({ parent, pos }: ts.Node): boolean {
  return (
    (ts.isPropertyAssignment(parent) && parent.name.pos === pos) ||
    (ts.isBinaryExpression(parent) &&
      /^[!=]==$/.test(parent.operatorToken.getText()))
  )
}

/** The attribute a string stands in, `children` for text; undefined outside. */
function placeOf(node: ts.Node): string | undefined {
  for (let one = node.parent; one; one = one.parent) {
    if (ts.isJsxAttribute(one)) {
      return one.name.getText()
    }
    if (ts.isJsxExpression(one) && !ts.isJsxAttribute(one.parent)) {
      return "children"
    }
    if (ts.isStatement(one) || ts.isPropertyAssignment(one)) {
      return undefined
    }
  }
  return undefined
}
