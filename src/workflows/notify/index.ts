import type {
  INotificationModuleService,
  MedusaContainer,
} from "@medusajs/framework/types"
import {
  ContainerRegistrationKeys,
  MedusaError,
  Modules,
} from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { messageOf } from "../../modules/instalments/log"
import { notificationFor, type BellEntry } from "./notification"

/**
 * Creates the notifications that are missing. Nothing is undone when a later
 * step fails: what needed a person still does.
 */
const notifyStep = createStep(
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

/**
 * The notifications that were never created. One that was created and could not
 * be shown is not tried again: it would fail and be logged every time.
 */
async function unseen(
  container: MedusaContainer,
  entries: BellEntry[]
): Promise<BellEntry[]> {
  if (entries.length === 0) {
    return []
  }
  const keys = entries.map((entry) => entry.idempotency_key)
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "notification",
      fields: ["idempotency_key"],
      // This filter works, but Medusa's types do not have it.
      filters: { idempotency_key: keys } as Record<string, unknown>,
    })
  const seen = new Set(data.map((one) => one.idempotency_key))
  return entries.filter((entry) => !seen.has(entry.idempotency_key))
}

/**
 * Creates a notification in Medusa's admin for each cause that needs a person,
 * once. It can be run at any time and as often as you like: it reads what needs
 * attention now. Answers how many were new.
 *
 * @example
 * await notifyAttentionWorkflow(container).run()
 */
export const notifyAttentionWorkflow = createWorkflow(
  "instalments-notify-attention",
  () => new WorkflowResponse(notifyStep())
)
