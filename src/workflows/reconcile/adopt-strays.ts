import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../../modules/instalments"
import { strayOf } from "../../modules/instalments/domain/strays"
import type { InstalmentsModuleService } from "../../modules/instalments/service"
import {
  checkoutReferences,
  logLine,
} from "../../modules/instalments/telemetry/references"
import { holdUndecided, UNDECIDED_NO_MORE } from "./hold-undecided"
import { learnListed } from "./learn-listed"
import { lookedAt } from "./looked-at"
import type { Sweep } from "./sweep"

/** The ledger's checkouts since `back_to` whose id at the service is not known. */
export async function idlessCheckouts(
  ledger: InstalmentsModuleService,
  back_to: Date
) {
  return ledger.listCheckouts(
    { checkout_id: null, opened_at: { $gte: back_to } },
    { take: 1_000 }
  )
}

/**
 * At the end of a reading: gives checkouts whose creation's answer was lost the
 * id that only they can have, and learns what the list says of them. The others
 * are looked for again later, and held when the list has paid ones among them.
 */
export async function adoptStrays(
  container: MedusaContainer,
  { back_to, strays }: Pick<Sweep, "back_to" | "strays">
): Promise<void> {
  const ledger: InstalmentsModuleService = container.resolve(INSTALMENTS_MODULE)
  const rows = await idlessCheckouts(ledger, back_to)
  const due = rows.filter(
    ({ look_after }) => look_after && look_after.getTime() <= ledger.now()
  )
  for (const row of due) {
    const stray = strayOf(row, { strays, rows })
    if (!stray) {
      await lookedAt(ledger, await holdUndecided(container, row, strays))
      continue
    }
    const adopted = await ledger.updateCheckouts({
      id: row.id,
      checkout_id: stray.id,
      ...(row.status === null && UNDECIDED_NO_MORE),
    })
    container
      .resolve(ContainerRegistrationKeys.LOGGER)
      .info(
        logLine(
          `Instalment checkout ${row.id} is ${stray.id} at the service: the answer to its creation was lost, its list shows it.`,
          checkoutReferences(adopted)
        )
      )
    await learnListed(container, adopted, stray)
    if (adopted.status === "successful") {
      // Its id was all that was looked for, unless it is being settled.
      await lookedAt(ledger, adopted)
    }
  }
}
