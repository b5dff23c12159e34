/** Folders of the built package that a store needs. */
const BUILT = [
  ...["admin", "api", "jobs", "links", "modules", "policies", "providers"],
  ...["subscribers", "workflows", "sandbox", "storefront", "cli"],
]

/**
 * What may be packed of each package; anything else that `npm pack` takes along is
 * an error.
 */
export const ALLOWED = {
  plugin: [
    /^(package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/,
    // Says that this folder holds ES modules.
    /^\.medusa\/server\/src\/storefront\/package\.json$/,
    // What the package's name by itself gives: types for medusa-config.
    /^\.medusa\/server\/src\/index\.(js|d\.ts)$/,
    // Medusa's bundler gives the admin's chunks no ending.
    /^\.medusa\/server\/src\/admin\/_chunks\/[\w-]+$/,
    /^docs\/[\w/-]+\.(md|png|svg)$/,
    new RegExp(
      `^\\.medusa/server/src/(${BUILT.join("|")})/.+\\.(js|mjs|d\\.ts)$`
    ),
  ],
  storefront: [
    /^(package\.json|README\.md|LICENSE)$/,
    /^(esm|cjs)\/(package\.json|.+\.(js|d\.ts))$/,
  ],
}

/** What may not be packed even where its folder may. */
export const FORBIDDEN = [
  /__tests__/,
  /\.(spec|test)\./,
  /(^|\/)demo\//,
  /\.env/,
]

/** Without these a package would not do what its README says. */
export const NEEDED = {
  plugin: [
    ...["LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md"],
    ...[".medusa/server/src/index.js", ".medusa/server/src/index.d.ts"],
    ".medusa/server/src/cli/index.js",
    ".medusa/server/src/sandbox/cli.js",
    ".medusa/server/src/admin/index.mjs",
    ".medusa/server/src/admin/index.js",
    ".medusa/server/src/modules/instalments/index.js",
    ".medusa/server/src/modules/instalments/index.d.ts",
    ".medusa/server/src/providers/instalments/index.js",
    ".medusa/server/src/api/middlewares.js",
    ".medusa/server/src/workflows/index.d.ts",
    ".medusa/server/src/storefront/index.js",
  ],
  storefront: [
    ...["LICENSE", "README.md"],
    ...["esm/index.js", "esm/index.d.ts", "cjs/index.js", "cjs/index.d.ts"],
    ...["esm/react/index.js", "cjs/react/index.js"],
  ],
}

/** A package above this has taken something along that nobody wanted. */
export const MOST_BYTES = {
  plugin: { packed: 1_320_000, unpacked: 4_500_000 },
  storefront: { packed: 60_000, unpacked: 300_000 },
}
