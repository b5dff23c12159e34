import type { InstalmentsModuleService } from "../../../../modules/instalments/service"
import type { Status } from "../answers"
import { moment } from "../answers/words"

/** What the service's last answers told of the credentials and the clocks. */
export async function contact(
  ledger: InstalmentsModuleService
): Promise<Pick<Status, "credentials" | "clock">> {
  const [known] = await ledger.listServiceContacts({})
  const accepted = known?.accepted_at ?? null
  const refused = known?.refused_at ?? null
  const wrong = refused && (!accepted || refused >= accepted)
  const difference = known?.clock_difference_ms ?? null
  return {
    credentials: {
      state: wrong ? "refused" : accepted ? "accepted" : "unknown",
      at: moment(wrong ? refused : accepted),
      text: wrong ? (known?.refused_reason ?? null) : null,
    },
    clock: {
      difference_seconds: difference === null ? null : difference / 1_000,
      at: moment(known?.clock_at ?? null),
    },
  }
}
