import { MedusaService } from "@medusajs/framework/utils"
import { InstalmentsClient } from "./client/client"
import { Callback } from "./models/callback"
import { Checkout } from "./models/checkout"
import { CheckoutSession } from "./models/checkout-session"
import { KeptConfig } from "./models/kept-config"
import { parseOptions, type InstalmentsOptions } from "./options/parse-options"

/**
 * The heart of the plugin: the ledger (checkouts, the payment sessions they
 * had, callbacks, the kept merchant config), the options, and the client of
 * the service. Amounts in the ledger are integer cents.
 *
 * @throws when it is constructed with wrong options: Medusa then refuses to
 * boot and the message names every wrong one.
 */
export class InstalmentsModuleService extends MedusaService({
  Checkout,
  CheckoutSession,
  Callback,
  KeptConfig,
}) {
  readonly options: InstalmentsOptions
  readonly client: InstalmentsClient

  constructor(
    container: Record<string, unknown>,
    // Medusa hands a module its database settings among the options.
    { database, ...options }: Record<string, unknown> = {}
  ) {
    super(container, { database, ...options })
    this.options = parseOptions(options)
    this.client = new InstalmentsClient(this.options)
  }

  /** The plugin's now, in milliseconds: every rule and job takes this one. */
  readonly now = (): number => Date.now() + this.options.clockOffset
}
