import { appendFileSync, copyFileSync, cpSync } from "node:fs"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { x } from "tinyexec"
import { runNode, startNode } from "../../../demo/processes/node-process.mjs"
import { waitForAnswer } from "../../../demo/processes/wait-for-answer.mjs"
import { MANAGERS, programsIn } from "./package-managers.mjs"
import { readmeBlock, readmeLine } from "./readme.mjs"
import { CLEAN, typeInto } from "./shell.mjs"

const EXAMPLES = fileURLToPath(new URL("../../more/examples", import.meta.url))

/** A store in a folder of its own, and what its people type there. */
export class InstalledStore {
  /**
   * @param place the run's folder, with the package managers and the logs in it
   * @param approval how the sandbox approves refunds
   */
  constructor(folder, { place, port, sandboxPort, manager, ...more }) {
    Object.assign(this, more)
    this.folder = folder
    this.port = port
    this.address = `http://localhost:${port}`
    this.sandbox = `http://localhost:${sandboxPort}`
    this.manager = { name: manager, ...MANAGERS[manager] }
    this.programs = programsIn(place)
    this.logs = join(place, "logs", String(port))
    mkdirSync(this.logs, { recursive: true })
  }

  /** Types a line in the store's folder; answers what it printed. */
  types(line) {
    return typeInto(this.folder, line, this.programs)
  }

  /** Installs what the store's package.json names. */
  install() {
    return this.packages("install")
  }

  /** Adds the package by the README's line, which is npm's. */
  addByReadme() {
    const { name, add } = this.manager
    const line = readmeLine("add", "npm")
    return this.types(line.replace(/^npm install/, `${name} ${add}`))
  }

  /** Adds a package, by its file. */
  add(file) {
    return this.packages(this.manager.add, file)
  }

  /** Removes a package, by its name. */
  remove(name) {
    return this.packages(this.manager.remove, name)
  }

  packages(...args) {
    return this.types([this.manager.name, ...args].join(" "))
  }

  /** `npx medusa ...` to its end. */
  medusa(command, ...args) {
    return runNode(this.process(this.file(MEDUSA), command, args))
  }

  createDatabase() {
    const name = new URL(this.databaseUrl).pathname.slice(1)
    return this.medusa("db:create", "--db", name, "--no-interactive")
  }

  /** What the package's own command line prints, whatever its exit code. */
  async ours(...args) {
    const program = this.program()
    const { cwd, env } = this.process(program, args[0], [])
    const nodeOptions = { cwd, env }
    const run = x(process.execPath, [program, ...args], { nodeOptions })
    return (await run).stdout
  }

  /** The sandbox out of the package, by the package's command line. */
  async startSandbox() {
    const program = this.program()
    const port = new URL(this.sandbox).port
    const running = startNode(
      this.process(program, "sandbox", ["--port", port])
    )
    await waitForAnswer(this.sandbox, running)
    return running
  }

  /** `medusa start` of what `medusa build` made, as in production. */
  async start() {
    const built = join(this.folder, ".medusa/server")
    copyFileSync(join(this.folder, ".env"), join(built, ".env.production"))
    const running = startNode({
      ...this.process(this.file(MEDUSA), "start", [
        "--port",
        String(this.port),
      ]),
      cwd: built,
    })
    await waitForAnswer(`${this.address}/health`, running)
    return running
  }

  /**
   * What a merchant does by the README, of this repository or of a checkout: pastes its
   * lines into medusa-config.
   */
  pasteReadmeLines(checkout) {
    const file = join(this.folder, "medusa-config.ts")
    this.before = readFileSync(file, "utf8")
    const lines = readmeBlock("medusa-config", checkout).replace(
      'approval: "automatic"',
      () => `approval: "${this.approval ?? "automatic"}"`
    )
    writeFileSync(
      file,
      this.before.replace(/\}\)\s*$/, () => `${lines}\n})\n`)
    )
  }

  /** The same with the variables that its README names, typed by hand. */
  addReadmeLines(checkout) {
    this.pasteReadmeLines(checkout)
    const environment = readmeBlock("environment", checkout)
      .replaceAll("http://localhost:4010", this.sandbox)
      .replaceAll("http://localhost:9000", this.address)
    appendFileSync(join(this.folder, ".env"), `\n${environment}\n`)
  }

  /** `init` as a merchant types it, with ports of this run's own. */
  async init() {
    // Medusa's db:create leaves a last line without an end.
    appendFileSync(
      join(this.folder, ".env"),
      `\nINSTALMENTS_BASE_URL=${this.sandbox}\nINSTALMENTS_BACKEND_URL=${this.address}\n`
    )
    const said = await this.types(`${readmeLine("init")} --yes`)
    if (!said.includes("Written: .env")) {
      throw new Error(said)
    }
  }

  /** The same again, which must change no byte, and prints the lines no more. */
  async initAgain() {
    const read = () => readFileSync(join(this.folder, ".env"), "utf8")
    const once = read()
    const said = await this.ours("init", "--sandbox", "--yes")
    if (read() !== once || said.includes("Paste")) {
      throw new Error(said)
    }
  }

  /** Takes them out of medusa-config again. */
  removeReadmeLines() {
    writeFileSync(join(this.folder, "medusa-config.ts"), this.before)
  }

  /** Takes the examples of docs/operations.md over. */
  addExamples() {
    cpSync(EXAMPLES, join(this.folder, "src"), {
      recursive: true,
      filter: (file) => !file.endsWith(".spec.ts"),
    })
  }

  /** Removes them again, as they import the package. */
  removeExamples() {
    for (const name of ["scripts", "subscribers", "workflows"]) {
      rmSync(join(this.folder, "src", name), { recursive: true })
    }
  }

  /** What a command has printed. */
  logOf(command) {
    return join(this.logs, `${command.replace(":", "-")}.log`)
  }

  /** The package's command line. */
  program() {
    const manifest = this.file("medusa-payment-instalments/package.json")
    const { bin } = JSON.parse(readFileSync(manifest, "utf8"))
    return join(dirname(manifest), bin["medusa-payment-instalments"])
  }

  /** A file of a package, wherever a workspace keeps it. */
  file(name) {
    return createRequire(join(this.folder, "package.json")).resolve(name)
  }

  process(program, command, args) {
    const production = command === "start" ? { NODE_ENV: "production" } : {}
    return {
      name: `${command} in the store`,
      args: [program, command, ...args],
      cwd: this.folder,
      env: {
        ...CLEAN,
        MEDUSA_DISABLE_TELEMETRY: "true",
        ...(command === "sandbox"
          ? { INSTALMENTS_REFUND_APPROVAL: this.approval }
          : {}),
        ...production,
      },
      logFile: this.logOf(command),
    }
  }
}

const MEDUSA = "@medusajs/cli/cli.js"
