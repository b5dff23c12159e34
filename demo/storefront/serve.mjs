// Serves the shop's pages by Vite; started by the demo with its settings.
import { fileURLToPath } from "node:url"
import { createServer } from "vite"

const { env } = process
const config = JSON.stringify({
  backend: env.STOREFRONT_BACKEND,
  publishableKey: env.STOREFRONT_KEY,
  regionId: env.STOREFRONT_REGION,
})

/** The plugin's package for storefronts, as its source. */
const alias = (name, file) => ({
  find: new RegExp(`^${name}$`),
  replacement: fileURLToPath(
    new URL(`../../src/storefront/${file}`, import.meta.url)
  ),
})

const server = await createServer({
  configFile: false,
  root: fileURLToPath(new URL(".", import.meta.url)),
  cacheDir: env.STOREFRONT_CACHE,
  appType: "spa",
  clearScreen: false,
  esbuild: { jsx: "automatic" },
  resolve: {
    alias: [
      alias("medusa-payment-instalments-storefront/react", "react/index.ts"),
      alias("medusa-payment-instalments-storefront", "index.ts"),
    ],
  },
  optimizeDeps: {
    include: [
      "react",
      "react-dom/client",
      "react/jsx-runtime",
      "react/jsx-dev-runtime",
      "@medusajs/js-sdk",
    ],
  },
  server: {
    host: "127.0.0.1",
    port: Number(env.STOREFRONT_PORT),
    strictPort: true,
    // A shopper's page is not to reload while somebody edits the shop.
    hmr: false,
    watch: null,
    warmup: { clientFiles: ["./main.tsx"] },
    fs: { allow: [fileURLToPath(new URL("../..", import.meta.url))] },
  },
  plugins: [
    {
      name: "shop-config",
      configureServer({ middlewares }) {
        middlewares.use("/config.json", (_, response) => {
          response.setHeader("content-type", "application/json")
          response.end(config)
        })
      },
    },
  ],
})
await server.listen()
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => server.close().finally(() => process.exit(0)))
}
