import { spawn } from "node:child_process"
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { eventually } from "../harness/pause-at-write"

/** The name of the victim's database connections. */
export const VICTIM = "crash-victim"

/** The folder of the store. */
export const ROOT = resolve(__dirname, "../..")
/** Kills it when the tests are stopped. */
const EXIT_WITH_PARENT = join(ROOT, "demo/processes/exit-with-parent.cjs")
const START_MS = 120_000

/** A store in a process of its own, to be killed with SIGKILL. */
export class Victim {
  readonly ended: Promise<void>
  /** The first message that it sends to its parent, if it sends any. */
  readonly told: Promise<unknown>
  private readonly folder = mkdtempSync(join(tmpdir(), "instalments-crash-"))
  private readonly child

  /** `args` are those of node, from the folder of the store. */
  constructor(args: string[], env: Record<string, string>) {
    const log = openSync(join(this.folder, "log"), "w")
    this.child = spawn(process.execPath, ["-r", EXIT_WITH_PARENT, ...args], {
      cwd: ROOT,
      // A process group of its own, so that everything that Medusa starts is
      // killed with it.
      detached: true,
      stdio: ["ignore", log, log, "ipc"],
      env: {
        ...process.env,
        NODE_ENV: "development",
        ...env,
        NODE_OPTIONS: "",
        PGAPPNAME: VICTIM,
      },
    })
    closeSync(log)
    this.ended = new Promise((ended) => this.child.once("exit", () => ended()))
    this.told = new Promise((told) => this.child.once("message", told))
  }

  /** Resolves when its HTTP server answers. */
  async answers(url: string): Promise<void> {
    const isUp = async () =>
      (await fetch(`${url}/health`).catch(() => null))?.ok ?? false
    if (!(await eventually(isUp, START_MS, 100))) {
      throw new Error(`The store to be killed did not start:\n${this.log()}`)
    }
  }

  /** Kills it at once and does not restart it. */
  async kill(): Promise<void> {
    try {
      process.kill(-Number(this.child.pid), "SIGKILL")
    } catch {
      // It has ended by itself.
    }
    await this.ended
    rmSync(this.folder, { recursive: true, force: true })
  }

  /** The last lines of its output. */
  log(): string {
    const lines = readFileSync(join(this.folder, "log"), "utf8").split("\n")
    return lines.slice(-20).join("\n")
  }
}
