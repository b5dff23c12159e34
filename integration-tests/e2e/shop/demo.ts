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

/** Asks over HTTP. @throws when the answer is not 2xx, with what it says. */
export async function ask(
  method: string,
  url: string,
  { body, headers }: { body?: unknown; headers?: Record<string, string> } = {}
) {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) {
    throw new Error(`${method} ${url} answered ${response.status}: ${text}`)
  }
  // What comes back is only read by tests, which fail on what is not there.
  return JSON.parse(text)
}
