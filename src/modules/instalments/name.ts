/** The name under which the module is resolved. */
export const INSTALMENTS_MODULE = "instalments"

/** The id that Medusa gives the provider from its identifier and config id. */
export const PROVIDER_ID = "pp_instalments_instalments"
