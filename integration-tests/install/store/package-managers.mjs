/**
 * How a store's packages are installed, added and removed: the words after
 * `npx`, or npm's own. `files` are what the store needs in its folder for it.
 */
export const MANAGERS = {
  npm: {
    program: ["npm"],
    quick: ["--no-audit", "--no-fund", "--prefer-offline"],
    add: "install",
    remove: "uninstall",
    files: {},
  },
  pnpm: {
    program: ["npx", "--yes", "pnpm@9"],
    quick: [],
    add: "add",
    remove: "remove",
    // What Medusa's own guide tells a store under pnpm to have.
    files: {
      ".npmrc": [
        "public-hoist-pattern[]=*@medusajs/*",
        "public-hoist-pattern[]=@tanstack/react-query",
        "public-hoist-pattern[]=react-i18next",
        "public-hoist-pattern[]=react-router-dom\n",
      ].join("\n"),
    },
  },
}
