import type { Expression, ObjectExpression } from "@babel/types"
import type { Edit } from "./insert"
import {
  DEPENDENCIES,
  MODULE_LINES,
  PROVIDER,
  PROVIDER_ID,
  PROVIDER_LINES,
} from "./lines"
import { Unclear, type Code } from "./read-code"
import {
  add,
  asList,
  asObject,
  inside,
  refuse,
  refuseIfMentioned,
  resolveOf,
} from "./shape"

const PAYMENT = ["@medusajs/medusa/payment", "@medusajs/payment"]

/**
 * What the payment module lacks, with the first thing first; all of it where there
 * is none. Its other providers stay.
 *
 * @throws Unclear where it cannot be followed
 */
export function addModule(
  code: Code,
  config: ObjectExpression
): Edit | undefined {
  const modules = code.property(config, "modules")
  if (!modules) {
    refuseIfPayment(code)
    return add(code, config, `modules: [\n${inside(MODULE_LINES)},\n]`)
  }
  if (modules.type === "ObjectExpression") {
    const payment = code.property(modules, "payment")
    if (payment) {
      return complete(code, asObject(code, payment, "the payment module"))
    }
    refuseIfPayment(code)
    return add(code, modules, `payment: ${MODULE_LINES}`)
  }
  const list = asList(code, modules, "modules")
  // Medusa takes the last one.
  const payment = code
    .entries(list)
    .filter(({ value }) => isPayment(code, value))
    .at(-1)
  if (!payment) {
    refuseIfPayment(code)
    return add(code, list, MODULE_LINES)
  }
  return payment.isSure
    ? complete(code, asObject(code, payment.value, "the payment module"))
    : refuse("a condition decides about the payment module")
}

function isPayment(code: Code, entry: Expression): boolean {
  const module = asObject(code, entry, "an entry of modules")
  const key = code.property(module, "key")
  return key
    ? code.word(key) === "payment"
    : PAYMENT.includes(resolveOf(code, module, "modules"))
}

/** Adds to a payment module what it lacks; its other providers stay. */
function complete(code: Code, module: ObjectExpression): Edit | undefined {
  if (code.property(module, "disable")) {
    throw new Unclear("the payment module has disable")
  }
  const dependencies = code.property(module, "dependencies")
  if (!dependencies) {
    const words = DEPENDENCIES.map((name) => `"${name}"`).join(", ")
    return add(code, module, `dependencies: [${words}]`)
  }
  const named = asList(code, dependencies, "dependencies")
  const known = code.entries(named).map(({ value }) => code.word(value))
  const missing = DEPENDENCIES.find((name) => !known.includes(name))
  if (missing) {
    return add(code, named, `"${missing}"`)
  }
  const options = code.property(module, "options")
  if (!options) {
    const list = `  providers: [\n${inside(inside(PROVIDER_LINES))},\n  ],`
    return add(code, module, `options: {\n${list}\n}`)
  }
  const given = asObject(code, options, "the payment module's options")
  const providers = code.property(given, "providers")
  if (!providers) {
    return add(code, given, `providers: [\n${inside(PROVIDER_LINES)},\n]`)
  }
  const list = asList(code, providers, "providers")
  const ours = code
    .entries(list)
    .find(({ value }) => resolveOf(code, value, "providers") === PROVIDER)
  if (ours) {
    refuseOtherId(code, asObject(code, ours.value, "the provider"))
    return ours.isSure
      ? undefined
      : refuse("a condition decides about the provider")
  }
  refuseIfMentioned(code, [PROVIDER], "the provider")
  return add(code, list, PROVIDER_LINES)
}

/** Regions, storefronts and the ledger know the provider by its id. */
function refuseOtherId(code: Code, provider: ObjectExpression) {
  const id = code.property(provider, "id")
  if (!id || code.word(id) !== PROVIDER_ID) {
    throw new Unclear(`the provider's id has to be "${PROVIDER_ID}"`)
  }
}

function refuseIfPayment(code: Code) {
  const words = [...PAYMENT, "Modules.PAYMENT", PROVIDER]
  refuseIfMentioned(code, words, "the payment module")
}
