import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs"
import { dirname } from "node:path"
import type { SandboxState } from "./state"

const WRITE_AFTER_MS = 200

/** The file is there, but it is not what a sandbox wrote. */
class UnreadableFile extends Error {}

/** Keeps the state in a JSON file, so that it survives a restart. */
export type StateFile = {
  /** Says that something changed; written a moment later. */
  changed: () => void
  /** Writes now what is not written yet. */
  flush: () => void
}

/** Without a path nothing is kept. An unreadable file is an error. */
export function openStateFile(
  path: string | undefined,
  state: SandboxState
): StateFile {
  if (!path) {
    return { changed: () => undefined, flush: () => undefined }
  }
  if (existsSync(path)) {
    restore(state, read(path))
  }
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    if (timer) {
      clearTimeout(timer)
      timer = undefined
      write(path, state)
    }
  }
  const changed = () => {
    timer ??= setTimeout(flush, WRITE_AFTER_MS).unref()
  }
  return { changed, flush }
}

type Stored = {
  [K in keyof SandboxState]: SandboxState[K] extends Map<string, infer V>
    ? V[]
    : SandboxState[K]
}

function read(path: string): Stored {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Stored
  } catch (cause) {
    throw new UnreadableFile(
      `The sandbox cannot read its file ${path}. Remove it to start anew.`,
      { cause }
    )
  }
}

function write(path: string, state: SandboxState): void {
  const stored: Stored = {
    ...state,
    checkouts: [...state.checkouts.values()],
    refundRequests: [...state.refundRequests.values()],
    deliveries: [...state.deliveries.values()],
  }
  mkdirSync(dirname(path), { recursive: true })
  // Renamed into place: a process killed here leaves the old file whole.
  const draft = `${path}.${process.pid}.tmp`
  writeFileSync(draft, JSON.stringify(stored, null, 2))
  renameSync(draft, path)
}

function restore(state: SandboxState, stored: Stored): void {
  stored.checkouts.forEach((one) => state.checkouts.set(one.id, one))
  stored.refundRequests.forEach((one) => state.refundRequests.set(one.id, one))
  for (const one of stored.deliveries) {
    // An attempt that the last process did not finish is made again.
    const lost = one.outcome === "under_way" && one.next_attempt_at === null
    const next_attempt_at = lost ? one.first_at : one.next_attempt_at
    state.deliveries.set(one.id, { ...one, next_attempt_at })
  }
  state.attempts.push(...stored.attempts)
  state.signingSeen = stored.signingSeen
  state.offsetMs = stored.offsetMs
}
