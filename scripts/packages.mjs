import { execFileSync } from "node:child_process"

/** The storefront's package as `npm run build` makes it. */
export const STOREFRONT = ".medusa/storefront"

/** The two packages of this repository, by their folders; both have one version. */
export const PACKAGES = { plugin: ".", storefront: STOREFRONT }

/**
 * Packs one of them, as it is built, into a folder: what npm says of the tarball,
 * with its `filename`, its `files` and their sizes.
 */
export function pack(which, folder) {
  const answer = execFileSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder],
    {
      cwd: PACKAGES[which],
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }
  )
  return JSON.parse(answer)[0]
}
