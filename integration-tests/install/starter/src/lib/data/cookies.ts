import { cookies } from "next/headers"

const NAME = "cart"

export const getCacheTag = async (tag: string) => tag

export const getCartId = async () => (await cookies()).get(NAME)?.value

/** As strict as the starters' own: it does not come along from another site. */
export async function setCartId(id: string) {
  const kept = { httpOnly: true, sameSite: "strict", path: "/" } as const
  ;(await cookies()).set(NAME, id, kept)
}

export async function removeCartId() {
  ;(await cookies()).delete(NAME)
}
