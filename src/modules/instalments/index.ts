import { Module } from "@medusajs/framework/utils"
import { InstalmentsModuleService } from "./service"

/** The name under which the module is resolved. */
export const INSTALMENTS_MODULE = "instalments"

export default Module(INSTALMENTS_MODULE, { service: InstalmentsModuleService })
