import Medusa from "@medusajs/js-sdk"
import { createInstalments } from "medusa-payment-instalments-storefront"

type Config = { backend: string; publishableKey: string; regionId: string }

/** Where the store is; a shop of your own takes this from its environment. */
const config: Config = await (await fetch("/config.json")).json()

export const { regionId } = config

/** Medusa's own client, for everything but instalments. */
export const { store } = new Medusa({
  baseUrl: config.backend,
  publishableKey: config.publishableKey,
})

/** How the plugin's client and components reach the store. */
export const connection = {
  baseUrl: config.backend,
  publishableKey: config.publishableKey,
}

/** The plugin's client. */
export const instalments = createInstalments(connection)
