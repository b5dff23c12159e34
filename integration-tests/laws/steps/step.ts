import type { World } from "../world"

/** One thing that somebody does, and the sentence that says so. */
export type Step = { says: string; run: (world: World) => Promise<unknown> }
