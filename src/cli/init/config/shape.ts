import type {
  ArrayExpression,
  Expression,
  ObjectExpression,
} from "@babel/types"
import { append, type Container, type Edit } from "./insert"
import { Unclear, type Code } from "./read-code"

/** What a plugin, module or provider in a list is resolved from. @throws Unclear */
export function resolveOf(code: Code, entry: Expression, list: string): string {
  const object = asObject(code, entry, `an entry of ${list}`)
  const resolve = code.property(object, "resolve")
  const word = resolve && code.word(resolve)
  if (word === undefined) {
    throw new Unclear(`an entry of ${list} is ${code.short(entry)}`)
  }
  return word
}

/** The node as an object's literal. @throws Unclear */
export function asObject(code: Code, node: Expression, what: string) {
  if (node.type !== "ObjectExpression") {
    throw new Unclear(`${what} is ${code.short(node)}`)
  }
  return node
}

/** The node as a list's literal. @throws Unclear */
export function asList(code: Code, node: Expression, what: string) {
  if (node.type !== "ArrayExpression") {
    throw new Unclear(`${what} is ${code.short(node)}`)
  }
  return node
}

/** What is not where it is looked for, and named all the same, is somewhere unseen. */
export function refuseIfMentioned(code: Code, words: string[], what: string) {
  if (code.mentions(words)) {
    throw new Unclear(`it names ${what} in another place`)
  }
}

/** @throws Unclear, always */
export function refuse(reason: string): never {
  throw new Unclear(reason)
}

/** The edit that adds lines at the end of a list or an object. */
export function add(
  code: Code,
  into: ArrayExpression | ObjectExpression,
  lines: string
): Edit {
  const parts =
    into.type === "ArrayExpression" ? into.elements : into.properties
  return append(code.text, placed(into, parts), lines)
}

function placed(
  into: ArrayExpression | ObjectExpression,
  parts: ArrayExpression["elements"] | ObjectExpression["properties"]
): Container {
  const entries = parts.flatMap((part) => (part ? at(part) : []))
  return { ...at(into), entries }
}

function at({ start, end }: { start?: number | null; end?: number | null }) {
  return { start: start ?? 0, end: end ?? 0 }
}

/** Lines, each moved in by one step. */
export function inside(lines: string): string {
  return lines.replace(/^/gm, "  ")
}
