import { renameSync, rmSync, mkdirSync } from "node:fs"
import { join } from "node:path"
import { step } from "../../../demo/processes/progress.mjs"
import { root } from "../../../demo/settings.mjs"
import { runMedusa } from "../../../demo/store/medusa.mjs"

/**
 * Builds the admin to where Medusa reads a built one: several stores can serve it,
 * and its pages come in a dozen requests, not in two hundred. In development React
 * says on the console what is wrong with a page.
 */
export async function buildAdmin(dataFolder) {
  const served = join(root, "public", "admin")
  await step("Building the admin", () =>
    runMedusa("build", ["--admin-only", "--no-lint"], {
      dataFolder,
      env: { NODE_ENV: "development" },
    })
  )
  rmSync(served, { recursive: true, force: true })
  mkdirSync(join(root, "public"), { recursive: true })
  renameSync(join(root, ".medusa", "admin"), served)
}
