import type { Store } from "../harness/with-store"
import { checkWhenIdle } from "./check-when-idle"
import type { SecondInstance } from "./second-instance/second-instance"
import type { Step } from "./steps/step"
import { World } from "./world"

/**
 * Runs a program in a fresh world, then runs until idle and checks for breaches
 * of Law 1.
 *
 * @throws an error that names every breach.
 */
export async function runRandomProgram(
  store: Store,
  program: Step[],
  second?: SecondInstance
): Promise<World> {
  const world = await World.begin(store, second)
  for (const { run } of program) {
    await run(world)
  }
  await checkWhenIdle(world)
  return world
}

/** The sentences of a program, numbered. */
export function describeProgram(program: Step[]): string {
  return program.map(({ says }, at) => `${at + 1}. ${says}`).join("\n")
}
