import { HttpTypes } from "@medusajs/types"

/** Whether there is nothing to choose. */
export const isSimpleProduct = ({ variants }: HttpTypes.StoreProduct) =>
  variants?.length === 1
