import type { BigNumberInput } from "@medusajs/framework/types"
import { z } from "@medusajs/framework/zod"

/**
 * An amount as Medusa's query answers it, in major units, to be handed back to Medusa
 * unchanged; `toCents` refuses what is none.
 */
export const amount = z.custom<BigNumberInput>((value) => value != null)

/**
 * A list as Medusa's query answers it: it may be missing, or have empty
 * entries.
 */
export const list = <T extends z.ZodType>(entry: T) =>
  z
    .array(entry.nullish())
    .nullish()
    .transform((all) =>
      (all ?? []).filter((one): one is NonNullable<typeof one> => one != null)
    )
