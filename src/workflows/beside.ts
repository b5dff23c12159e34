import type { MedusaContainer } from "@medusajs/framework/types"
import { log, messageOf } from "../modules/instalments/log"

/**
 * Does what an event of Medusa's asks for. A failure is a line of the log that says what
 * is left, and who does it: it is never core's, nor that of another subscriber.
 */
export async function beside(
  container: MedusaContainer,
  left: string,
  work: () => Promise<unknown>
): Promise<void> {
  try {
    await work()
  } catch (error) {
    log(container).error(`${left}: ${messageOf(error)}`)
  }
}
