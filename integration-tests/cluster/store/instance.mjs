import getPort from "get-port"
import { startNode } from "../../../demo/processes/node-process.mjs"
import { waitForAnswer } from "../../../demo/processes/wait-for-answer.mjs"
import { isStopping } from "../../../demo/processes/stopping.mjs"
import { logFile } from "../../../demo/store/medusa.mjs"
import { root } from "../../../demo/settings.mjs"

const MAX_WAIT_MS = 240_000

/** One instance of the store: it ends, is started again, and keeps its port. */
export class Instance {
  /** How often it was killed, and how often it ended without being asked to. */
  kills = 0
  falls = 0
  #starts = 0
  #running
  #asked = false

  /** @param input `name`, `mode` (`server` or `worker`), `env`, `dataFolder` */
  constructor(input) {
    this.input = input
  }

  get name() {
    return this.input.name
  }

  /** Starts it on a port of its own. */
  async start() {
    this.port ??= await getPort()
    this.url = `http://localhost:${this.port}`
    this.#launch()
    await this.#answers()
  }

  /** SIGKILL, and at once a new start; resolves when it answers again. */
  async killAndRestart() {
    this.kills++
    this.#asked = true
    await this.#running.kill()
    this.#launch()
    await this.#answers()
  }

  /** Ends it in order and for good. */
  async stop() {
    this.#asked = true
    await this.#running.stop()
  }

  #launch() {
    const { name, mode, env, dataFolder } = this.input
    this.#asked = false
    const running = startNode({
      name,
      args: [
        "node_modules/@medusajs/cli/cli.js",
        ...["start", "--port", String(this.port)],
      ],
      cwd: root,
      env: { ...env, PORT: String(this.port), MEDUSA_WORKER_MODE: mode },
      logFile: logFile(dataFolder, `${name}-${++this.#starts}`),
    })
    this.#running = running
    // As a process manager does.
    void running.ended.then(() => {
      if (!this.#asked && !isStopping()) {
        this.falls++
        this.#launch()
      }
    })
  }

  async #answers() {
    for (;;) {
      const running = this.#running
      try {
        return await waitForAnswer(`${this.url}/health`, running, MAX_WAIT_MS)
      } catch (error) {
        // It fell while it started and was started once more.
        if (running === this.#running || this.falls > 20) {
          throw error
        }
      }
    }
  }
}
