/** The name under which the module is resolved. */
export const INSTALMENTS_MODULE = "instalments"
