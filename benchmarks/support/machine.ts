import { cpus, loadavg, totalmem } from "node:os"

/** On what the figures were measured, and how busy it was. */
export function machine() {
  return {
    at: new Date().toISOString(),
    node: process.version,
    processor: cpus()[0]?.model ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    load: loadavg().map((load) => Number(load.toFixed(1))),
  }
}

/** A machine and its load before the first benchmark. */
export type Machine = ReturnType<typeof machine>
