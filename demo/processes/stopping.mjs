const stops = []
let stopping

/**
 * Remembers how something that was started is stopped again. Answers a function
 * that forgets it, for what has stopped by itself.
 */
export function onStop(stop) {
  if (stopping) {
    // It was started while everything is being stopped: too late for it.
    void stop()
  }
  stops.push(stop)
  return () => {
    const at = stops.indexOf(stop)
    if (at >= 0) {
      stops.splice(at, 1)
    }
  }
}

/** Whether everything is being stopped; nothing new may be started then. */
export const isStopping = () => stopping !== undefined

/** Stops everything: what was started last is stopped first. */
export function stopAll() {
  stopping ??= (async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) {
      try {
        await stop()
      } catch (error) {
        console.error(`While stopping: ${error.message}`)
      }
    }
  })()
  return stopping
}

/**
 * Stops everything on Ctrl-C, on SIGTERM and when the terminal is closed. npm
 * passes a Ctrl-C on which the terminal has sent already, so that a second one
 * is not taken for impatience.
 */
export function stopOnSignals(exitCode = () => 130) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, async () => {
      if (!isStopping()) {
        console.log("\nStopping everything that was started ...")
        await stopAll()
        process.exit(exitCode())
      }
    })
  }
}
