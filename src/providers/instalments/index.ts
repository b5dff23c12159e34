import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { InstalmentsPaymentProvider } from "./service"

export default ModuleProvider(Modules.PAYMENT, {
  services: [InstalmentsPaymentProvider],
})
