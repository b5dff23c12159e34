import { Module } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "./name"
import { InstalmentsModuleService } from "./service"

export { INSTALMENTS_MODULE }

export default Module(INSTALMENTS_MODULE, { service: InstalmentsModuleService })
