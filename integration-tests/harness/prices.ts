import type { CreateApplicationMethodDTO } from "@medusajs/framework/types"
import {
  createCartCreditLinesWorkflow,
  createProductsWorkflow,
  createPromotionsWorkflow,
  createTaxRegionsWorkflow,
  updateProductVariantsWorkflow,
  updateShippingOptionsWorkflow,
} from "@medusajs/medusa/core-flows"
import { Modules } from "@medusajs/framework/utils"
import { chooseInstalments, fillCart } from "./shopper"
import type { Store } from "./with-store"

type Content = {
  mugs: number
  others?: { variant_id: string; quantity: number }[]
  codes?: string[]
  credits?: number[]
}

/** Everything in a shop that changes prices. Amounts are major units. */
export class Prices {
  constructor(private readonly store: Store) {}

  /** A tax of so many per cent, inside the prices or on top of them. */
  async tax({ rate, inside }: { rate: number; inside: boolean }) {
    const { container } = this.store
    const taxes = container.resolve(Modules.TAX)
    const regions = await taxes.listTaxRegions({ country_code: "za" })
    await taxes.deleteTaxRegions(regions.map(({ id }) => id))
    await createTaxRegionsWorkflow(container).run({
      input: [
        {
          country_code: "za",
          provider_id: "tp_system",
          default_tax_rate: { name: "VAT", code: "VAT", rate },
        },
      ],
    })
    const pricing = container.resolve(Modules.PRICING)
    const preference = { attribute: "currency_code", value: "zar" }
    const [known] = await pricing.listPricePreferences(preference)
    await pricing.upsertPricePreferences({
      ...preference,
      id: known?.id,
      is_tax_inclusive: inside,
    })
  }

  /** What the mug costs. */
  async mug(amount: number) {
    const { container, shop } = this.store
    await updateProductVariantsWorkflow(container).run({
      input: {
        selector: { id: shop.variantId },
        update: { prices: [{ currency_code: "zar", amount }] },
      },
    })
  }

  /** Adds a gift card with this price to the shop; answers its variant. */
  async giftCard(amount: number) {
    const { container, shop } = this.store
    const products = container.resolve(Modules.PRODUCT)
    const [known] = await products.listProductVariants({ sku: "GIFT" })
    const prices = [{ currency_code: "zar", amount }]
    if (known) {
      await updateProductVariantsWorkflow(container).run({
        input: { selector: { id: known.id }, update: { prices } },
      })
      return known.id
    }
    const channels = container.resolve(Modules.SALES_CHANNEL)
    const [channel] = await channels.listSalesChannels({ name: "Shop" })
    const { result } = await createProductsWorkflow(container).run({
      input: {
        products: [
          {
            title: "Gift card",
            status: "published",
            is_giftcard: true,
            shipping_profile_id: shop.shippingProfileId,
            options: [{ title: "Size", values: ["One"] }],
            variants: [
              {
                title: "One",
                sku: "GIFT",
                manage_inventory: false,
                options: { Size: "One" },
                prices,
              },
            ],
            sales_channels: [{ id: channel!.id }],
          },
        ],
      },
    })
    return result[0]!.variants[0]!.id
  }

  /** What the courier costs. */
  async courier(amount: number) {
    const { container, shop } = this.store
    await updateShippingOptionsWorkflow(container).run({
      input: [
        {
          id: shop.shippingOptionId,
          prices: [{ currency_code: "zar", amount }],
        },
      ],
    })
  }

  /** A code that takes something off. */
  async code(
    code: string,
    application_method: CreateApplicationMethodDTO,
    {
      is_tax_inclusive = true,
      ...limits
    }: {
      is_tax_inclusive?: boolean
      limit?: number
      campaign_id?: string
    } = {}
  ) {
    await createPromotionsWorkflow(this.store.container).run({
      input: {
        promotionsData: [
          {
            code,
            type: "standard",
            status: "active",
            is_tax_inclusive,
            ...limits,
            application_method,
          },
        ],
      },
    })
  }

  /** A code that makes the third mug this many per cent cheaper. */
  async thirdMugCode(code: string, value: number) {
    const { container, shop } = this.store
    const products = container.resolve(Modules.PRODUCT)
    const mug = await products.retrieveProductVariant(shop.variantId)
    const rules = [
      {
        attribute: "items.product.id",
        operator: "in" as const,
        values: [mug.product_id!],
      },
    ]
    await createPromotionsWorkflow(container).run({
      input: {
        promotionsData: [
          {
            code,
            type: "buyget",
            status: "active",
            application_method: {
              type: "percentage",
              value,
              currency_code: "zar",
              target_type: "items",
              allocation: "each",
              max_quantity: 1,
              apply_to_quantity: 1,
              buy_rules_min_quantity: 2,
              buy_rules: rules,
              target_rules: rules,
            },
          },
        ],
      },
    })
  }

  /**
   * A guest's cart of so many mugs and other articles, delivered, with its codes
   * and what is credited to it. Answers its id.
   */
  async cart({ mugs, others = [], codes = [], credits = [] }: Content) {
    const { store } = this
    const { shop } = store
    const cartId = await fillCart(store.api, shop, [
      { variant_id: shop.variantId, quantity: mugs },
      ...others,
    ])
    if (codes.length > 0) {
      await store.post(`/store/carts/${cartId}/promotions`, {
        promo_codes: codes,
      })
    }
    if (credits.length > 0) {
      await createCartCreditLinesWorkflow(store.container).run({
        input: credits.map((amount) => ({
          cart_id: cartId,
          amount,
          reference: "store-credit",
          reference_id: "credit_1",
          metadata: null,
        })),
      })
    }
    return cartId
  }

  /** The cart is paid by bank transfer; answers its order, if it became one. */
  async transfer(cartId: string) {
    const { store } = this
    const { data } = await store.post("/store/payment-collections", {
      cart_id: cartId,
    })
    await store.post(
      `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
      { provider_id: "pp_system_default" }
    )
    const answer = await store.post(`/store/carts/${cartId}/complete`)
    return answer.data.order as { id: string; total: number } | undefined
  }

  /** The cart is paid in instalments; answers its order, checkout and payment. */
  async payFor(cartId: string) {
    const { store } = this
    const { data } = await chooseInstalments(store.api, store.shop, cartId)
    const row = await store.row(data.reference)
    const checkout = store.sandbox.checkouts.get(row.checkout_id!)!
    await store.sandbox.pay(data.reference)
    const [order] = await store.orders({ cart_id: cartId })
    const payment = order?.payment_collections[0]?.payments[0]
    return {
      reference: data.reference,
      request: checkout.request,
      order,
      payment,
    }
  }
}
