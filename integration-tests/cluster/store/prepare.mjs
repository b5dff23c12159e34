import { readFileSync } from "node:fs"
import { join } from "node:path"
import { admin } from "../../../demo/settings.mjs"
import { runMedusa } from "../../../demo/store/medusa.mjs"

/** Creates the tables and fills the shop; answers its key and its region. */
export async function prepareShop(dataFolder, env) {
  await runMedusa("db:migrate", ["--execute-safe-links"], { dataFolder, env })
  const result = join(dataFolder, "seeded.json")
  await runMedusa("exec", ["./demo/seed/index.ts", result], {
    dataFolder,
    env: {
      ...env,
      DEMO_ADMIN_EMAIL: admin.email,
      DEMO_ADMIN_PASSWORD: admin.password,
    },
  })
  return JSON.parse(readFileSync(result, "utf8"))
}
