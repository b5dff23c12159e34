import { parse } from "@babel/parser"
import type {
  ArrayExpression,
  Expression,
  Node,
  ObjectExpression,
  Program,
} from "@babel/types"
import { constantsOf, isExpression, someNode } from "./tree"

/** What stands in a medusa-config cannot be followed; the message says what. */
export class Unclear extends Error {}

/** Constants of Medusa's that name a module or a resource by their own name. */
const NAMES = ["Modules", "ContainerRegistrationKeys"]

/** A file of code, as far as it can be read without running it. */
export class Code {
  private readonly program: Program
  private readonly constants: Map<string, Expression>

  /** @throws Unclear when it is not code that can be parsed */
  constructor(readonly text: string) {
    try {
      this.program = parse(text, {
        sourceType: "module",
        plugins: ["typescript"],
        // So that what is added after an entry is added after its brackets.
        createParenthesizedExpressions: true,
      }).program
      this.constants = constantsOf(this.program)
    } catch (error) {
      throw new Unclear(`it is no valid code (${(error as Error).message})`)
    }
  }

  /** What the file exports as its one value. */
  exported(): Expression {
    const [found] = this.program.body.flatMap((one) => {
      if (one.type === "ExportDefaultDeclaration") {
        return one.declaration
      }
      if (one.type === "TSExportAssignment") {
        return one.expression
      }
      const done = one.type === "ExpressionStatement" && one.expression
      return done &&
        done.type === "AssignmentExpression" &&
        this.source(done.left) === "module.exports"
        ? done.right
        : []
    })
    if (!found || !isExpression(found)) {
      throw new Unclear("it exports no value")
    }
    return found
  }

  /** What an expression is without casts, or what the constant holds that it names. */
  resolved(node: Expression): Expression {
    switch (node.type) {
      case "TSAsExpression":
      case "TSSatisfiesExpression":
      case "TSNonNullExpression":
      case "ParenthesizedExpression":
        return this.resolved(node.expression)
      case "Identifier": {
        const value = this.constants.get(node.name)
        return value ? this.resolved(value) : node
      }
      default:
        return node
    }
  }

  /** The value of a literal text; of `require.resolve("a")`, `a`; of `Modules.A`, `a`. */
  word(node: Expression): string | undefined {
    const value = this.resolved(node)
    switch (value.type) {
      case "StringLiteral":
        return value.value
      case "TemplateLiteral":
        return value.expressions.length === 0
          ? (value.quasis[0]?.value.cooked ?? undefined)
          : undefined
      case "CallExpression": {
        const [first] = value.arguments
        const isResolve = this.source(value.callee) === "require.resolve"
        return isResolve && first && isExpression(first)
          ? this.word(first)
          : undefined
      }
      case "MemberExpression": {
        const [object, name] = this.source(value).split(".")
        return object && name && NAMES.includes(object)
          ? name.toLowerCase()
          : undefined
      }
    }
    return undefined
  }

  /**
   * What an object has under a name, also by what is spread into it.
   *
   * @throws Unclear when it may have it in a way that cannot be followed
   */
  property(object: ObjectExpression, name: string): Expression | undefined {
    let found: Expression | undefined
    for (const one of object.properties) {
      if (one.type === "SpreadElement") {
        found = this.spreadProperty(one.argument, name) ?? found
      } else if (this.keyOf(one) === name) {
        if (one.type !== "ObjectProperty" || !isExpression(one.value)) {
          throw new Unclear(`${name} is a function`)
        }
        found = one.value
      }
    }
    return found && this.resolved(found)
  }

  /**
   * A list's entries, with those that are spread into it; `isSure` unless
   * a condition decides about one.
   *
   * @throws Unclear when something is spread into it that cannot be followed
   */
  entries(list: ArrayExpression): { value: Expression; isSure: boolean }[] {
    return list.elements.flatMap((one) => {
      if (!one) {
        return []
      }
      if (one.type !== "SpreadElement") {
        return { value: this.resolved(one), isSure: true }
      }
      const spread = this.resolved(one.argument)
      if (spread.type === "ArrayExpression") {
        return this.entries(spread)
      }
      return this.choices(spread).flatMap((choice) => {
        if (choice.type !== "ArrayExpression") {
          throw new Unclear(`it spreads ${this.short(one.argument)}`)
        }
        const inside = this.entries(choice)
        return inside.map(({ value }) => ({ value, isSure: false }))
      })
    })
  }

  /** The code of a node. */
  source(node: Node): string {
    return this.text.slice(node.start ?? 0, node.end ?? 0)
  }

  /** The code of a node for a sentence. */
  short(node: Node): string {
    const line = this.source(node).replace(/\s+/g, " ")
    return line.length > 40 ? `${line.slice(0, 37)}...` : line
  }

  /** Whether a word stands anywhere in the code; comments do not count. */
  mentions(words: string[]): boolean {
    return someNode(
      this.program,
      (node) =>
        (node.type === "StringLiteral" && words.includes(node.value)) ||
        (node.type === "MemberExpression" && words.includes(this.source(node)))
    )
  }

  /**
   * The property of one of these names that is set in the code, of a constant or of
   * the export, as in `config.plugins = []`.
   */
  assigned(names: string[]): string | undefined {
    let found: string | undefined
    someNode(this.program, (node) => {
      if (
        node.type !== "AssignmentExpression" ||
        node.left.type !== "MemberExpression"
      ) {
        return false
      }
      const { object, property, computed } = node.left
      const owner = this.source(object)
      const name =
        !computed && property.type === "Identifier"
          ? property.name
          : isExpression(property) && this.word(property)
      if (
        name &&
        names.includes(name) &&
        (this.constants.has(owner) || owner === "module.exports")
      ) {
        found = this.source(node.left)
      }
      return found !== undefined
    })
    return found
  }

  /** The package from which a name is imported or required. */
  originOf(name: string): string | undefined {
    for (const one of this.program.body) {
      if (one.type === "ImportDeclaration") {
        if (one.specifiers.some(({ local }) => local.name === name)) {
          return one.source.value
        }
      } else if (one.type === "VariableDeclaration") {
        const made = one.declarations.find(
          ({ id }) =>
            id.type === "ObjectPattern" &&
            new RegExp(`\\b${name}\\b`).test(this.source(id))
        )
        const call = made?.init
        if (call?.type === "CallExpression") {
          const [first] = call.arguments
          return first && isExpression(first) ? this.word(first) : undefined
        }
      }
    }
    return undefined
  }

  private keyOf(one: Exclude<Property, { type: "SpreadElement" }>) {
    const { key, computed } = one
    if (!computed && key.type === "Identifier") {
      return key.name
    }
    const word = isExpression(key) ? this.word(key) : undefined
    if (word === undefined) {
      throw new Unclear(`it has a name that is computed, ${this.short(key)}`)
    }
    return word
  }

  private spreadProperty(from: Expression, name: string) {
    const spread = this.resolved(from)
    if (spread.type === "ObjectExpression") {
      return this.property(spread, name)
    }
    for (const choice of this.choices(spread)) {
      if (choice.type !== "ObjectExpression") {
        throw new Unclear(`it spreads ${this.short(from)}`)
      }
      if (this.property(choice, name)) {
        throw new Unclear(`a condition decides about its ${name}`)
      }
    }
    return undefined
  }

  /** What a condition chooses from, without what spreads to nothing. */
  private choices(node: Expression): Expression[] {
    const all =
      node.type === "ConditionalExpression"
        ? [node.consequent, node.alternate]
        : node.type === "LogicalExpression" && node.operator === "&&"
          ? [node.right]
          : node.type === "LogicalExpression"
            ? [node.left, node.right]
            : []
    return all.length === 0
      ? [node]
      : all.flatMap((one) => this.choices(this.resolved(one)))
  }
}

type Property = ObjectExpression["properties"][number]
