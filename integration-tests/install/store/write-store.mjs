import { mkdirSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { adminPackages } from "../versions.mjs"

/**
 * Writes a fresh store: the dependencies, the medusa-config and the layout that
 * Medusa's own starter backend has, at a version of Medusa.
 */
export async function writeStore(folder, wanted) {
  const { version, files: more, ...where } = wanted
  const admin = await adminPackages(version)
  const files = {
    "package.json": json(packageOf(version, admin, wanted.reactTypes)),
    "medusa-config.ts": CONFIG,
    "tsconfig.json": json(TSCONFIG),
    "src/admin/tsconfig.json": json(ADMIN_TSCONFIG),
    "src/api/store/custom/route.ts": ROUTE,
    ".env": environment(where),
    ...more,
  }
  writeFiles(folder, files)
}

/** Writes texts into a folder, by their paths. */
export function writeFiles(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

export const json = (value) => `${JSON.stringify(value, null, 2)}\n`

function packageOf(version, admin, reactTypes = "^18.2.25") {
  const medusa = ["admin-sdk", "admin-shared", "caching", "cli", "dashboard"]
  medusa.push("draft-order", "framework", "medusa")
  return {
    name: "fresh-store",
    version: "0.0.1",
    private: true,
    scripts: { build: "medusa build", start: "medusa start" },
    dependencies: {
      ...Object.fromEntries(medusa.map((n) => [`@medusajs/${n}`, version])),
      ...admin,
      zod: "4.2.0",
    },
    devDependencies: {
      "@swc/core": "^1.7.28",
      "@types/node": "^20.12.11",
      "@types/react": reactTypes,
      "@types/react-dom": reactTypes,
      "prop-types": "^15.8.1",
      react: "^18.3.1",
      "react-dom": "^18.3.1",
      "ts-node": "^10.9.2",
      typescript: "^5.6.2",
      vite: "^5.4.14",
      yalc: "^1.0.0-pre.53",
    },
    engines: { node: ">=20" },
  }
}

const CONFIG = `import { loadEnv, defineConfig } from "@medusajs/framework/utils"

loadEnv(process.env.NODE_ENV || "development", process.cwd())

module.exports = defineConfig({
  projectConfig: {
    databaseUrl: process.env.DATABASE_URL,
    http: {
      storeCors: process.env.STORE_CORS!,
      adminCors: process.env.ADMIN_CORS!,
      authCors: process.env.AUTH_CORS!,
      jwtSecret: process.env.JWT_SECRET,
      cookieSecret: process.env.COOKIE_SECRET,
    },
  },
})
`

const ROUTE = `import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"

export async function GET(req: MedusaRequest, res: MedusaResponse) {
  res.sendStatus(200)
}
`

const TSCONFIG = {
  compilerOptions: {
    target: "ES2021",
    esModuleInterop: true,
    module: "Node16",
    moduleResolution: "Node16",
    emitDecoratorMetadata: true,
    experimentalDecorators: true,
    skipLibCheck: true,
    declaration: false,
    inlineSourceMap: true,
    outDir: "./.medusa/server",
    rootDir: "./",
    jsx: "react-jsx",
    resolveJsonModule: true,
    strictNullChecks: true,
  },
  "ts-node": { swc: true },
  include: ["**/*", ".medusa/types/*"],
  exclude: ["node_modules", ".medusa/server", ".medusa/admin", ".cache"],
}

const ADMIN_TSCONFIG = {
  compilerOptions: {
    target: "ES2020",
    lib: ["ES2020", "DOM", "DOM.Iterable"],
    module: "ESNext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    skipLibCheck: true,
    noEmit: true,
    strict: true,
  },
  include: ["."],
}

const environment = ({ databaseUrl, port, storefrontPort = 8000 }) => `\
STORE_CORS=http://localhost:${storefrontPort}
ADMIN_CORS=http://localhost:${port}
AUTH_CORS=http://localhost:${port}
JWT_SECRET=only-for-this-test
COOKIE_SECRET=only-for-this-test
DATABASE_URL=${databaseUrl}
`
