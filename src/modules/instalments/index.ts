import { Module } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "./name"
import { InstalmentsModuleService } from "./service"

export { INSTALMENTS_MODULE }

// What a container answers for the module's name, as for Medusa's own modules.
declare module "@medusajs/framework/types" {
  interface ModuleImplementations {
    [INSTALMENTS_MODULE]: InstalmentsModuleService
  }
}

export default Module(INSTALMENTS_MODULE, { service: InstalmentsModuleService })
