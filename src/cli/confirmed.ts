import { createInterface } from "node:readline/promises"

/**
 * Asks the person at the terminal; `false` unless the answer is yes.
 *
 * @throws Error when nobody is there to answer
 */
export async function confirmed(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    throw new Error(`Nobody can be asked here: ${question} Add --yes.`)
  }
  const { stdin: input, stdout: output } = process
  const terminal = createInterface({ input, output })
  const answer = await terminal.question(`${question} [y/N] `)
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}
