import { runProgram } from "../../../demo/processes/run-program.mjs"
import { typeInto } from "../store/shell.mjs"

/**
 * Somebody who puts instalments into a shop. What was typed is counted, and by git
 * the lines that changed in the shop's files while nothing ran: those were edited.
 */
export class Person {
  commands = []
  editedLines = 0
  began = Date.now()

  constructor(folder, programs) {
    this.folder = folder
    this.programs = programs
  }

  /** Before the first command: what is there by now was nobody's work for us. */
  async begin() {
    await this.git("init", "--quiet")
    await this.git("add", "--all")
    this.began = Date.now()
  }

  /** Types a line in a folder of the shop; answers what it printed. */
  types(line, folder) {
    this.commands.push(line)
    return this.lets(() => typeInto(folder, line, this.programs))
  }

  /** Lets a program change the shop's files, which is no edit. */
  async lets(work) {
    await this.lookForEdits()
    const result = await work()
    await this.git("add", "--all")
    return result
  }

  async lookForEdits() {
    await this.git("add", "--all", "--intent-to-add")
    const changed = await this.git("diff", "--numstat")
    for (const [, added, removed] of changed.matchAll(/^(\d+)\t(\d+)/gm)) {
      this.editedLines += Number(added) + Number(removed)
    }
  }

  get seconds() {
    return Math.round((Date.now() - this.began) / 1000)
  }

  git(...args) {
    return runProgram("git", args, { cwd: this.folder })
  }
}
