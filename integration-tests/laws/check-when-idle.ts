import { breaches } from "./check"
import { linkBreaches } from "./check-links"
import { endFaultsAndRunUntilIdle } from "./run-until-idle"
import type { World } from "./world"

/**
 * Runs until nothing is open, and checks for breaches of Law 1.
 *
 * @throws an error that names every breach.
 */
export async function checkWhenIdle(world: World): Promise<void> {
  await endFaultsAndRunUntilIdle(world)
  const found = [...(await breaches(world)), ...(await linkBreaches(world))]
  if (found.length > 0) {
    throw new Error(found.join("\n"))
  }
}
