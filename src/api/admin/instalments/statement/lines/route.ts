import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import type { StatementLinesAnswer } from "../../answers"
import { number, word } from "../../lists"
import { readQuery } from "../../read-input"
import { BEGINNING, compareNext, PARTS, type Place } from "../compare"
import { monthField } from "../month"

/** So many are compared in one answer: less than a second's work. */
const MOST = 500

/** The `next` of an earlier answer, like `inside:inst_…`. */
const place = z
  .string("after has to be given once")
  .max(200, "after is too long")
  .transform((text, context): Place => {
    const [name, after] = text.split(/:(.*)/s)
    const part = PARTS.find((one) => one === name)
    if (!part || after === undefined) {
      context.addIssue({
        code: "custom",
        message: "after has to be the `next` of an earlier answer",
      })
      return z.NEVER
    }
    return { part, after }
  })

const query = (req: AuthenticatedMedusaRequest) =>
  z.strictObject({
    month: monthField(req),
    after: place.optional(),
    limit: number("limit", 1, MOST).prefault("20"),
    only: word(["differences"]).optional(),
  })

/**
 * `GET /admin/instalments/statement/lines?month=&after=&limit=&only=differences`:
 * the month's checkouts with the three sources side by side.
 */
export async function GET(
  req: AuthenticatedMedusaRequest,
  res: MedusaResponse
) {
  const { month, after, limit, only } = readQuery(req, query(req))
  const compared = await compareNext(req.scope, month, {
    place: after ?? BEGINNING,
    limit,
  })
  const { lines, apart, sums, next } = compared
  const answer: StatementLinesAnswer = {
    lines: only
      ? lines.filter(({ differences }) => differences.length > 0)
      : lines,
    ...{ apart, compared: lines.length, sums },
    next: next && `${next.part}:${next.after}`,
  }
  res.json(answer)
}
