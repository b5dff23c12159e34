import { z } from "@medusajs/framework/zod"

/** The demo that run.mjs has started for these tests. */
export const demo = z
  .object({
    backend: z.string(),
    storefront: z.string(),
    sandbox: z.string(),
    publishableKey: z.string(),
    regionId: z.string(),
    adminEmail: z.string(),
    adminPassword: z.string(),
    database: z.string(),
  })
  .parse(JSON.parse(process.env.E2E_DEMO ?? "{}"))

/** A page of the shop, by its path without the country. */
export const shopUrl = (path = "") => `${demo.storefront}/za${path}`
