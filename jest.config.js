const swc = (parser, transform) => [
  "@swc/jest",
  {
    jsc: {
      parser: { syntax: "typescript", ...parser },
      transform,
      target: "es2021",
    },
  },
]

/**
 * What `npm test` runs, on real PostgreSQL. `together` runs the files of `http` in
 * two stores, those of `unit` in two processes, and those of `modules` in one.
 */
const suites = {
  storefront: ["**/src/storefront/**/*.unit.spec.ts"],
  medusa: ["**/integration-tests/medusa/**/*.spec.ts"],
  locking: ["**/integration-tests/locking/**/*.spec.ts"],
  rbac: ["**/integration-tests/rbac/**/*.spec.ts"],
  release: ["**/integration-tests/release/**/*.spec.ts"],
  together: ["**/integration-tests/together/**/*.spec.ts"],
  upgrade: ["**/integration-tests/upgrade/**/*.spec.ts"],
  examples: ["**/integration-tests/examples/**/*.spec.ts"],
  laws: ["**/integration-tests/laws/**/*.spec.ts"],
}

/** Each file by itself, for work on a single file. `unit` knows no database. */
const single = {
  modules: ["**/integration-tests/modules/**/*.spec.ts"],
  unit: ["**/{src,benchmarks}/**/__tests__/**/*.unit.spec.ts"],
  http: ["**/integration-tests/http/**/*.spec.ts"],
}

/** Starts and kills whole stores, for minutes, so it is run by its own name. */
const crash = ["**/integration-tests/crash/**/*.spec.ts"]

/** Needs a browser and a demo that runs, so it is run by its own name only. */
const e2e = ["**/integration-tests/e2e/**/*.spec.ts"]

module.exports = {
  testEnvironment: "<rootDir>/jest.environment.js",
  runtime: "<rootDir>/jest.runtime.js",
  testSequencer: "<rootDir>/jest.sequencer.js",
  transform: {
    "^.+\\.[jt]s$": swc({ decorators: true }, { decoratorMetadata: true }),
    "^.+\\.tsx$": swc({ tsx: true }, { react: { runtime: "automatic" } }),
  },
  // What is an ES module names its neighbours as they are once compiled.
  moduleNameMapper: {
    "^(\\.{1,2}/.+)\\.js$": "$1",
    // As CommonJS: an ES module runs in another context, and what it parses is no
    // Array of the tests'.
    "^axios$": "<rootDir>/node_modules/axios/dist/node/axios.cjs",
    // The examples name the plugin as a store does.
    "^medusa-payment-instalments/workflows$": "<rootDir>/src/workflows",
  },
  modulePathIgnorePatterns: ["<rootDir>/.medusa"],
  testMatch: process.env.TEST_SUITE
    ? { ...suites, ...single, crash, e2e }[process.env.TEST_SUITE]
    : Object.values(suites).flat(),
  testTimeout: 60_000,
}
