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
 * What `npm test` runs, on real PostgreSQL. The files of `runs` run the tests of a
 * folder in one process: those of `core` in two stores, the unit tests in two
 * processes, those of the ledger in one.
 */
const quick = {
  storefront: ["**/src/storefront/**/*.unit.spec.ts"],
  runs: ["**/integration-tests/harness/runs/{core,unit,ledger}*.spec.ts"],
}

/** What `npm run test:more` runs: the other tests that boot a store. */
const more = {
  further: ["**/integration-tests/harness/runs/more*.spec.ts"],
  medusa: ["**/integration-tests/medusa/**/*.spec.ts"],
  locking: ["**/integration-tests/more/locking/**/*.spec.ts"],
  rbac: ["**/integration-tests/more/rbac/**/*.spec.ts"],
  examples: ["**/integration-tests/more/examples/**/*.spec.ts"],
  laws: ["**/integration-tests/laws/**/*.spec.ts"],
}

/** Each file by itself, for work on a single file. `unit` knows no database. */
const single = {
  unit: ["**/{src,scripts}/**/__tests__/**/*.unit.spec.ts"],
  ledger: ["**/integration-tests/core/ledger/*.spec.ts"],
  http: ["**/integration-tests/{core,more}/*.spec.ts"],
}

/** Each has a command of its own: it kills stores, or needs a browser and a demo. */
const apart = {
  crash: ["**/integration-tests/crash/**/*.spec.ts"],
  e2e: ["**/integration-tests/e2e/**/*.spec.ts"],
}

const suite = process.env.TEST_SUITE

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
  testMatch:
    suite === "more"
      ? Object.values(more).flat()
      : suite
        ? { ...quick, ...more, ...single, ...apart }[suite]
        : Object.values(quick).flat(),
  testTimeout: 60_000,
}
