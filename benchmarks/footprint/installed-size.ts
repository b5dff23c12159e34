import { z } from "@medusajs/framework/zod"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { dirname, join, resolve } from "node:path"

const root = resolve(__dirname, "../..")
const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: z.record(z.string(), z.string()).default({}),
      peerDependencies: z.record(z.string(), z.string()).default({}),
    })
  ),
})

/**
 * The bytes that packages take in `node_modules` with all that they need, as
 * this repository's lock file has them. What `besides` needs is left out.
 */
export function installedSize(names: string[], besides: string[] = []): number {
  const file = readFileSync(join(root, "package-lock.json"), "utf8")
  const { packages } = lock.parse(JSON.parse(file))
  const already = closure(besides)
  return (
    [...closure(names)]
      .filter((path) => !already.has(path))
      .map((path) => join(root, path))
      // The lock file names packages of other platforms, too.
      .filter(existsSync)
      .reduce((sum, folder) => sum + bytesIn(folder), 0)
  )

  function closure(wanted: string[]): Set<string> {
    const found = new Set<string>()
    const visit = (name: string, from: string) => {
      const path = place(name, from)
      if (path && !found.has(path)) {
        found.add(path)
        const { dependencies, peerDependencies } = packages[path]!
        const needs = { ...dependencies, ...peerDependencies }
        Object.keys(needs).forEach((needed) => visit(needed, path))
      }
    }
    wanted.forEach((name) => visit(name, ""))
    return found
  }

  /** As Node finds a package: the nearest `node_modules` upwards. */
  function place(name: string, from: string): string | undefined {
    for (let at = from; ; at = dirname(at)) {
      const folder = at === "." ? "" : at
      const path = join(folder, "node_modules", name)
      if (path in packages || folder === "") {
        return path in packages ? path : undefined
      }
    }
  }
}

function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true })
  return entries.reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) {
      return entry.name === "node_modules" ? sum : sum + bytesIn(path)
    }
    return entry.isFile() ? sum + statSync(path).size : sum
  }, 0)
}
