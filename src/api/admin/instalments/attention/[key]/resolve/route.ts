import { MedusaError } from "@medusajs/framework/utils"
import { z } from "@medusajs/framework/zod"
import { INSTALMENTS_MODULE } from "../../../../../../modules/instalments"
import type {
  Attention,
  InstalmentsModuleService,
} from "../../../../../../modules/instalments/types"
import { acting, dealtWith } from "../../../actor"
import { DoesNotApply } from "../../../answering"
import { readInput } from "../../../read-input"
import { attentionAnswer, readEmails } from "../../../answers/attention"

const body = z.strictObject({
  note: z
    .string("expected a text")
    .trim()
    .max(1_000, "expected at most 1000 characters")
    .optional(),
})

/**
 * `POST /admin/instalments/attention/:key/resolve` with `{ note? }`: marks a
 * cause that a person has dealt with in another way. When money waits, the note
 * is required: it says what was done with the money. Resolving it again changes
 * nothing.
 */
export const POST = acting("resolve", async (req, res) => {
  const { note } = readInput(body, req.body)
  const key = String(req.params.key)
  const ledger = req.scope.resolve(INSTALMENTS_MODULE)
  const item = await find(ledger, key)
  if (!item.resolution) {
    if (!item.actions.includes("resolve")) {
      throw new DoesNotApply(
        `"${item.title}" goes away by itself when its cause is gone: ${item.text}`
      )
    }
    if (item.note_needed && !note) {
      throw new MedusaError(
        MedusaError.Types.INVALID_DATA,
        "Invalid request: note: money is waiting here, say in a sentence what was done with it.",
        "instalments_invalid_request"
      )
    }
    await dealtWith(req, ledger, [item], "resolve", note || null)
  }
  const after = await find(ledger, key, item.reference ?? undefined)
  const { resolution } = after
  const emails = await readEmails(
    req.scope,
    resolution ? [resolution.resolved_by] : []
  )
  res.json({ attention: attentionAnswer(after, emails) })
})

async function find(
  ledger: InstalmentsModuleService,
  key: string,
  reference?: string
): Promise<Attention> {
  const known = await ledger.attention.read(reference)
  const item = known.find((other) => other.key === key)
  if (!item) {
    throw new MedusaError(
      MedusaError.Types.NOT_FOUND,
      `Nothing named ${key} needs attention; its cause may be gone.`,
      "instalments_not_found"
    )
  }
  return item
}
