import { z } from "@medusajs/framework/zod"

const demos = z.array(
  z.object({
    backend: z.string(),
    storefront: z.string(),
    sandbox: z.string(),
    publishableKey: z.string(),
    regionId: z.string(),
    adminEmail: z.string(),
    adminPassword: z.string(),
    database: z.string(),
  })
)

/** The demo that run.mjs has started for this worker of Jest's. */
export const demo = demos.parse(JSON.parse(process.env.E2E_DEMOS ?? "[]"))[
  Number(process.env.JEST_WORKER_ID) - 1
]!

/** A page of the shop, by its path without the country. */
export const shopUrl = (path = "") => `${demo.storefront}/za${path}`
