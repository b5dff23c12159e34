import type { Expression, Node, Program } from "@babel/types"

/** Whether a node is one that has a value. */
export function isExpression(node: Node): node is Expression {
  // What else can stand where this is asked: declarations, patterns, spreads.
  return !/Declaration|Pattern|SpreadElement|Argument|Private|TSDeclare|^Super|^Import$/.test(
    node.type
  )
}

/** Whether any node inside of a tree is such a one; comments do not count. */
export function someNode(
  node: unknown,
  holds: (node: Node) => boolean
): boolean {
  if (Array.isArray(node)) {
    return node.some((one) => someNode(one, holds))
  }
  if (typeof node !== "object" || node === null) {
    return false
  }
  const isNode = "type" in node && typeof node.type === "string"
  return (
    (isNode && holds(node as Node)) ||
    Object.entries(node).some(
      ([name, value]) =>
        !/^(loc|extra|errors|.*Comments)$/.test(name) && someNode(value, holds)
    )
  )
}

/** The expressions of a file that the constants of its first level hold, by name. */
export function constantsOf(program: Program): Map<string, Expression> {
  const made = program.body
    .map((one) =>
      one.type === "ExportNamedDeclaration" ? one.declaration : one
    )
    .flatMap((one) => (one?.type === "VariableDeclaration" ? one : []))
    .filter(({ kind }) => kind === "const")
    .flatMap(({ declarations }) => declarations)
  return new Map(
    made.flatMap(({ id, init }) =>
      id.type === "Identifier" && init ? [[id.name, init] as const] : []
    )
  )
}
