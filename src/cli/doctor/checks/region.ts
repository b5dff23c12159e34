import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Finding } from "../finding"

/** The id that Medusa gives the provider of this package. */
const PROVIDER_ID = "pp_instalments_instalments"
const CHECK = "region"

/** Whether shoppers can be offered instalments: provider, region, currency. */
export async function checkRegion(
  db: Knex,
  currency: string
): Promise<Finding[]> {
  const enabled = await db("payment_provider")
    .where({ id: PROVIDER_ID, is_enabled: true })
    .first()
  if (!enabled) {
    return [
      wrong(
        `Medusa does not know the provider ${PROVIDER_ID} yet`,
        "Start the store once: it takes new providers up at its start."
      ),
    ]
  }
  const regions: { name: string; currency_code: string }[] = await db("region")
    .join("region_payment_provider as link", "link.region_id", "region.id")
    .where({ "link.payment_provider_id": PROVIDER_ID })
    .whereNull("region.deleted_at")
    .whereNull("link.deleted_at")
    .select("region.name", "region.currency_code")
  const fits = (one: { currency_code: string }) =>
    one.currency_code.toUpperCase() === currency
  const foreign = regions
    .filter((one) => !fits(one))
    .map(({ name, currency_code }) =>
      wrong(
        `${name} offers instalments in ${currency_code.toUpperCase()}, the service takes ${currency}`,
        "Take the provider out of this region in the admin: Settings, Regions."
      )
    )
  return [...(regions.some(fits) ? [ok()] : [none()]), ...foreign]

  function ok(): Finding {
    const names = regions.filter(fits).map(({ name }) => name)
    const saw = `instalments are enabled in ${names.join(", ")} (${currency})`
    return { check: CHECK, state: "ok", saw }
  }

  function none(): Finding {
    return wrong(
      `no region in ${currency} has instalments enabled`,
      "In the admin: Settings, Regions, the region, Edit, Payment Providers, Instalments."
    )
  }
}

function wrong(saw: string, next: string): Finding {
  return { check: CHECK, state: "wrong", saw, next }
}
