import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createApiKeysWorkflow,
  createSalesChannelsWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} from "@medusajs/medusa/core-flows"
import { find } from "./find"

const NAME = "Karoo & Co online"

/** The sales channel, and the key by which the storefront reaches it. */
export async function seedChannel(container: MedusaContainer) {
  const channelId = await makeChannel(container)
  const title = "Demo storefront"
  const made = await find<{ token: string }>(
    container,
    "api_key",
    { title, type: "publishable" },
    ["id", "token"]
  )
  if (made) {
    return { channelId, publishableKey: made.token }
  }
  const { result } = await createApiKeysWorkflow(container).run({
    input: { api_keys: [{ title, type: "publishable", created_by: "" }] },
  })
  const key = result[0]!
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: key.id, add: [channelId] },
  })
  return { channelId, publishableKey: key.token }
}

async function makeChannel(container: MedusaContainer) {
  const made = await find(container, "sales_channel", { name: NAME })
  if (made) {
    return made.id
  }
  const { result } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: NAME }] },
  })
  return result[0]!.id
}
