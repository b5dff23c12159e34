import type { Gate } from "../exchange"

/** Allows every request: the limits have tests of their own. */
export const openGate: Gate = {
  take: async () => ({
    waitMs: 0,
    passage: {
      end: async () => {},
      refused: async () => {},
      unsent: async () => {},
    },
  }),
}
