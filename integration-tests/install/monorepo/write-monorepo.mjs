import { cpSync } from "node:fs"
import { join } from "node:path"
import { root } from "../../../demo/settings.mjs"
import { MANAGERS } from "../store/package-managers.mjs"
import { json, writeFiles, writeStore } from "../store/write-store.mjs"

const STARTER = join(root, "integration-tests/install/starter")

/**
 * Writes a shop in the layout of Medusa's monorepo starter: a workspace with the
 * backend and the storefront in `apps`. The storefront is our own, with what the
 * edits look for in the starters.
 */
export async function writeMonorepo(folder, { manager, ...wanted }) {
  const { version } = wanted
  const { react, workspace } = MANAGERS[manager]
  writeFiles(folder, {
    "package.json": json({
      name: "shop",
      private: true,
      ...(manager !== "pnpm" && { workspaces: ["apps/*"] }),
    }),
    ".gitignore": "node_modules\n.medusa\n.next\n",
    ...workspace,
  })
  const files = { "src/migration-scripts/first-goods.ts": FIRST_GOODS }
  // One version of React's types for both parts, as the starter's overrides make it.
  const backend = { ...wanted, files, reactTypes: react }
  await writeStore(join(folder, "apps/backend"), backend)
  const storefront = join(folder, "apps/storefront")
  cpSync(STARTER, storefront, { recursive: true })
  writeFiles(storefront, { "package.json": json(storefrontOf(version, react)) })
}

/** What the storefront has to know, once the store has a key for it. */
export function connectStorefront(folder, { address, key }) {
  const text = `\
NEXT_PUBLIC_MEDUSA_BACKEND_URL=${address}
NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY=${key}
`
  writeFiles(join(folder, "apps/storefront"), { ".env.local": text })
}

function storefrontOf(version, react) {
  return {
    name: "storefront",
    version: "0.0.1",
    private: true,
    dependencies: {
      "@medusajs/js-sdk": version,
      "@stripe/react-stripe-js": "^5.0.0",
      "@stripe/stripe-js": "^8.0.0",
      next: "^15.5.0",
      react,
      "react-dom": react,
    },
    devDependencies: {
      "@medusajs/types": version,
      "@types/node": "^20.12.11",
      "@types/react": react,
      "@types/react-dom": react,
      typescript: "^5.6.2",
    },
  }
}

/** As the starter's own: what a shop has before anything of ours is there. */
const FIRST_GOODS = `import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, ProductStatus } from "@medusajs/framework/utils"
import {
  createApiKeysWorkflow,
  createProductsWorkflow,
  createSalesChannelsWorkflow,
  createStoresWorkflow,
  linkSalesChannelsToApiKeyWorkflow,
} from "@medusajs/medusa/core-flows"

type Input = { container: MedusaContainer }

export default async function firstGoods({ container }: Input) {
  const { result: channels } = await createSalesChannelsWorkflow(container).run({
    input: { salesChannelsData: [{ name: "Shop" }] },
  })
  const channel = { id: channels[0].id }
  await createStoresWorkflow(container).run({
    input: {
      stores: [
        {
          name: "Shop",
          supported_currencies: [{ currency_code: "eur", is_default: true }],
          default_sales_channel_id: channel.id,
        },
      ],
    },
  })
  const { result: keys } = await createApiKeysWorkflow(container).run({
    input: {
      api_keys: [{ title: "Shop", type: "publishable", created_by: "" }],
    },
  })
  await linkSalesChannelsToApiKeyWorkflow(container).run({
    input: { id: keys[0].id, add: [channel.id] },
  })
  // Medusa's own scripts have made it.
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data: profiles } = await query.graph({
    entity: "shipping_profile",
    fields: ["id"],
  })
  await createProductsWorkflow(container).run({
    input: {
      products: [
        {
          title: "Mug",
          handle: "mug",
          status: ProductStatus.PUBLISHED,
          shipping_profile_id: profiles[0].id,
          sales_channels: [channel],
          options: [{ title: "Size", values: ["One"] }],
          variants: [
            {
              title: "One",
              options: { Size: "One" },
              manage_inventory: false,
              prices: [{ currency_code: "zar", amount: 433.35 }],
            },
          ],
        },
      ],
    },
  })
}
`
