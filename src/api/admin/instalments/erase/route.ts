import { z } from "@medusajs/framework/zod"
import { erasePerson } from "../../../../workflows/erase-person"
import { acting } from "../actor"
import { readInput } from "../read-input"

// No message repeats what was typed: it may be somebody's.
const body = z.strictObject({
  email: z
    .string("give the person's e-mail address")
    .trim()
    .max(320, "it is too long to be an e-mail address")
    .regex(/^[^\s@]+@[^\s@]+$/, "it is no e-mail address"),
})

/**
 * `POST /admin/instalments/erase` with `{ email }`: takes a person, also a guest, out of
 * everything that this plugin keeps. Nothing that money needs goes. Answers of how many
 * checkouts.
 */
export const POST = acting("erase", async (req, res) => {
  const checkouts = await erasePerson(req.scope, readInput(body, req.body))
  res.json({ erased: { checkouts } })
})
