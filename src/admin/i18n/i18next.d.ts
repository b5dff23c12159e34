import type en from "./en.json"

// A key that is no key of the console's does not compile.
declare module "i18next" {
  interface CustomTypeOptions {
    resources: { instalments: typeof en }
  }
}
