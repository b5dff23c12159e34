import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import { createStep, StepResponse } from "@medusajs/framework/workflows-sdk"
import type { INotificationModuleService } from "@medusajs/framework/types"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { messageOf } from "../../modules/instalments/log"
import { notificationFor } from "./notification"
import { unseen } from "./unseen"

/**
 * Creates the notifications that are missing. Nothing is undone when a later
 * step fails: what needed a person still does.
 */
export const notifyStep = createStep(
  "instalments-notify-attention-step",
  async (_: void, { container }) => {
    const ledger = container.resolve(INSTALMENTS_MODULE)
    const bell: INotificationModuleService = container.resolve(
      Modules.NOTIFICATION
    )
    const open = (await ledger.attention.read()).filter(
      (one) => !one.resolution
    )
    const fresh = await unseen(container, open.map(notificationFor))
    let count = 0
    for (const notification of fresh) {
      try {
        await bell.createNotifications(notification)
        count += 1
      } catch (error) {
        if (isDuplicate(error)) {
          // Another process was quicker.
          continue
        }
        container
          .resolve(ContainerRegistrationKeys.LOGGER)
          .warn(
            `“${notification.data.title}” needs attention and is not in the admin's bell, only on the page Instalments → Needs attention: ${messageOf(error)} Give Medusa's notification module a provider for the channel "feed".`
          )
      }
    }
    return new StepResponse(count)
  }
)

function isDuplicate(error: unknown): boolean {
  return (
    error instanceof MedusaError &&
    error.type === MedusaError.Types.INVALID_DATA &&
    error.message.includes("already exists")
  )
}
