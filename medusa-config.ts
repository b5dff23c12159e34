import { join } from "node:path"
import { defineConfig, loadEnv } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV ?? "development", process.cwd())

const { env } = process
const storefront = env.INSTALMENTS_STOREFRONT_URL ?? "http://localhost:8000"
const backend = `http://localhost:${env.DEMO_PORT ?? 9000}`
const redisUrl = env.REDIS_URL

/** What several instances have to share; one alone needs none of it. */
const shared = redisUrl
  ? [
      {
        resolve: "@medusajs/medusa/event-bus-redis",
        options: { redisUrl },
      },
      {
        resolve: "@medusajs/medusa/workflow-engine-redis",
        options: { redis: { redisUrl } },
      },
      {
        resolve: "@medusajs/medusa/locking",
        options: {
          providers: [
            {
              resolve: "@medusajs/medusa/locking-redis",
              id: "locking-redis",
              is_default: true,
              options: { redisUrl },
            },
          ],
        },
      },
      {
        resolve: "@medusajs/medusa/caching",
        options: {
          providers: [
            {
              resolve: "@medusajs/medusa/caching-redis",
              id: "caching-redis",
              is_default: true,
              options: { redisUrl },
            },
          ],
        },
      },
    ]
  : []

/** Medusa's locks in PostgreSQL: another way that stores have them. */
const locks =
  env.DEMO_LOCKING === "postgres"
    ? [
        {
          resolve: "@medusajs/medusa/locking",
          options: {
            providers: [
              {
                resolve: "@medusajs/medusa/locking-postgres",
                id: "locking-postgres",
                is_default: true,
              },
            ],
          },
        },
      ]
    : []

/** Another provider, whose payments are under way for days; only tests have it. */
const debits =
  env.NODE_ENV === "test"
    ? [
        {
          resolve: join(__dirname, "integration-tests/harness/debit"),
          id: "debit",
        },
      ]
    : []

/**
 * The repository runs as a Medusa store of its own: `src` is loaded as the
 * project, so the module is named here with the options a store would put on
 * the plugin.
 */
export default defineConfig({
  projectConfig: {
    databaseUrl: env.DATABASE_URL,
    redisUrl,
    http: {
      storeCors: storefront,
      adminCors: backend,
      authCors: `${backend},${storefront}`,
      jwtSecret: env.JWT_SECRET ?? "only-for-local-work",
      cookieSecret: env.COOKIE_SECRET ?? "only-for-local-work",
    },
  },
  admin: {
    disable: env.DISABLE_MEDUSA_ADMIN === "true",
    // Where Medusa's own payment links lead: its /payment-collection/:id.
    storefrontUrl: storefront,
  },
  featureFlags: { caching: Boolean(redisUrl) },
  modules: [
    ...shared,
    ...locks,
    {
      resolve: "./src/modules/instalments",
      options: {
        environment: "sandbox",
        baseUrl: env.INSTALMENTS_BASE_URL ?? "http://localhost:4010",
        clientSecret: [
          env.INSTALMENTS_CLIENT_SECRET ?? "sandbox-client-secret",
          env.INSTALMENTS_CLIENT_SECRET_OLD,
        ],
        signingSecret: [
          env.INSTALMENTS_SIGNING_SECRET ?? "sandbox-signing-secret",
          env.INSTALMENTS_SIGNING_SECRET_OLD,
        ],
        backendUrl: env.INSTALMENTS_BACKEND_URL ?? backend,
        storefront: {
          successUrl: `${storefront}/{country_code}/return?cart={cart_id}`,
          cancelUrl: `${storefront}/{country_code}/checkout?cart={cart_id}`,
          orderUrl: `${storefront}/{country_code}/order/{order_id}`,
        },
        timeZone: env.INSTALMENTS_TIME_ZONE,
        refunds: {
          approval: env.INSTALMENTS_REFUND_APPROVAL,
          sameDay: env.INSTALMENTS_SAME_DAY,
        },
        unplacedPayments: env.INSTALMENTS_UNPLACED_PAYMENTS,
        callback: JSON.parse(env.INSTALMENTS_CALLBACK ?? "{}"),
        clockOffset: env.INSTALMENTS_CLOCK_OFFSET,
      },
    },
    {
      resolve: "@medusajs/medusa/payment",
      dependencies: ["instalments", "query"],
      options: {
        providers: [
          { resolve: "./src/providers/instalments", id: "instalments" },
          ...debits,
        ],
      },
    },
  ],
})
