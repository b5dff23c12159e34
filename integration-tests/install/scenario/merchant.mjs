import { INSTALMENTS } from "../../../demo/shopper/buying.cjs"
import { logIn, request } from "../../../demo/shopper/request.cjs"

/** A merchant who has logged in to the store's admin API. */
export async function merchantOf(address, login) {
  const headers = await logIn(address, login)
  return (method, path, body) =>
    request(method, `${address}/admin${path}`, { headers, body })
}

/** Sets a shop up as a merchant would; answers what a storefront needs. */
export async function setUpShop(admin) {
  const region = await makeRegion(admin)
  const channel = await makeChannel(admin)
  const { api_key: key } = await admin("POST", "/api-keys", {
    title: "Shop",
    type: "publishable",
  })
  await admin("POST", `/api-keys/${key.id}/sales-channels`, {
    add: [channel.id],
  })
  const shippingOption = await setUpDelivery(admin, channel)
  const { product } = await admin("POST", "/products", {
    title: "Mug",
    status: "published",
    shipping_profile_id: shippingOption.shipping_profile_id,
    sales_channels: [{ id: channel.id }],
    options: [{ title: "Size", values: ["One"] }],
    variants: [
      {
        title: "One",
        options: { Size: "One" },
        manage_inventory: false,
        prices: [{ currency_code: "zar", amount: 433.35 }],
      },
    ],
  })
  return {
    region,
    key: key.token,
    variantId: product.variants[0].id,
    shippingOptionId: shippingOption.id,
    // A mug of 433.35, and the delivery.
    total: 532.85,
  }
}

async function makeRegion(admin) {
  const { region } = await admin("POST", "/regions", {
    name: "South Africa",
    currency_code: "zar",
    countries: ["za"],
    payment_providers: ["pp_system_default"],
  })
  return region
}

async function makeChannel(admin) {
  const { sales_channel } = await admin("POST", "/sales-channels", {
    name: "Shop",
  })
  return sales_channel
}

/** Enables instalments in the region, as the admin's region page does. */
export async function enableInstalments(admin, region) {
  const { payment_providers } = await admin(
    "GET",
    "/payments/payment-providers?is_enabled=true"
  )
  const ids = payment_providers.map(({ id }) => id)
  if (!ids.includes(INSTALMENTS)) {
    throw new Error(`The admin offers ${ids.join(", ")} only.`)
  }
  await admin("POST", `/regions/${region.id}`, {
    payment_providers: ["pp_system_default", INSTALMENTS],
  })
}

async function setUpDelivery(admin, channel) {
  const { stock_location: place } = await admin("POST", "/stock-locations", {
    name: "Cape Town",
    address: { address_1: "1 Long Street", country_code: "za" },
  })
  await admin("POST", `/stock-locations/${place.id}/sales-channels`, {
    add: [channel.id],
  })
  await admin("POST", `/stock-locations/${place.id}/fulfillment-providers`, {
    add: ["manual_manual"],
  })
  const { stock_location } = await admin(
    "POST",
    `/stock-locations/${place.id}/fulfillment-sets?fields=*fulfillment_sets`,
    { name: "Delivery", type: "shipping" }
  )
  const [set] = stock_location.fulfillment_sets
  const { fulfillment_set } = await admin(
    "POST",
    `/fulfillment-sets/${set.id}/service-zones`,
    {
      name: "South Africa",
      geo_zones: [{ type: "country", country_code: "za" }],
    }
  )
  const { shipping_profiles } = await admin("GET", "/shipping-profiles")
  const { shipping_option } = await admin("POST", "/shipping-options", {
    name: "Courier",
    price_type: "flat",
    provider_id: "manual_manual",
    service_zone_id: fulfillment_set.service_zones[0].id,
    shipping_profile_id: shipping_profiles[0].id,
    type: { label: "Courier", description: "2 days", code: "courier" },
    prices: [{ currency_code: "zar", amount: 99.5 }],
  })
  return shipping_option
}
