import type { BigNumberInput } from "@medusajs/framework/types"

// placeholder
export type Booked = { transaction_id: string }
