import type { Expression, ObjectExpression } from "@babel/types"
import { addModule } from "./add-module"
import { changed, type Edit } from "./insert"
import { PLUGIN, PLUGIN_LINES } from "./lines"
import { Code, Unclear } from "./read-code"
import {
  add,
  asList,
  inside,
  refuse,
  refuseIfMentioned,
  resolveOf,
} from "./shape"

/**
 * A medusa-config with the plugin and its payment provider in it. What is there
 * already stays as it is, so that doing it twice is doing it once.
 *
 * @throws Unclear, with the reason as the end of a sentence, when it cannot be seen
 * without running it what the config holds
 */
export function editConfig(text: string): string {
  const edit = nextEdit(new Code(text))
  return edit ? editConfig(changed(text, edit)) : text
}

/** The first thing that is missing; nothing when all is there. */
function nextEdit(code: Code): Edit | undefined {
  const config = configOf(code)
  const later = code.assigned(["plugins", "modules", "providers"])
  if (later) {
    throw new Unclear(`it sets ${later} in another place`)
  }
  return addPlugin(code, config) ?? addModule(code, config)
}

function configOf(code: Code): ObjectExpression {
  const exported = code.resolved(code.exported())
  if (exported.type === "ObjectExpression") {
    return exported
  }
  const [given] =
    exported.type === "CallExpression" &&
    /(^|\.)defineConfig\)?$/.test(code.source(exported.callee))
      ? exported.arguments
      : []
  const config = given && code.resolved(given as Expression)
  if (config?.type !== "ObjectExpression") {
    throw new Unclear(`its config is made by ${code.short(exported)}`)
  }
  return config
}

function addPlugin(code: Code, config: ObjectExpression): Edit | undefined {
  const plugins = code.property(config, "plugins")
  if (!plugins) {
    refuseIfMentioned(code, [PLUGIN], "the plugin")
    return add(code, config, `plugins: [\n${inside(PLUGIN_LINES)},\n]`)
  }
  const list = asList(code, plugins, "plugins")
  const ours = code.entries(list).find(({ value }) => isPlugin(code, value))
  if (ours) {
    const { value, isSure } = ours
    if (!isSure) {
      refuse("a condition decides about it")
    }
    return value.type === "ObjectExpression" && !code.property(value, "options")
      ? refuse(NO_OPTIONS)
      : undefined
  }
  refuseIfMentioned(code, [PLUGIN], "the plugin")
  return add(code, list, PLUGIN_LINES)
}

function isPlugin(code: Code, entry: Expression): boolean {
  const named = code.word(entry)
  if (named !== undefined) {
    if (named === PLUGIN) {
      throw new Unclear(NO_OPTIONS)
    }
    return false
  }
  if (entry.type === "CallExpression" && entry.callee.type === "Identifier") {
    // The helper of the package, which types the options.
    if (code.originOf(entry.callee.name) === PLUGIN) {
      return true
    }
  }
  return resolveOf(code, entry, "plugins") === PLUGIN
}

const NO_OPTIONS = "it names the plugin without its options"
