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
function stopAll() {
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
 * Runs a program that starts others: whatever becomes of `work`, everything is
 * stopped in the end. The process then ends with what `work` answers, 0 for
 * nothing, and with 1 and its message when it throws.
 *
 * @param whenStopped the exit code after Ctrl-C, SIGTERM or a closed terminal
 */
export async function runAndStop(work, whenStopped = () => 130) {
  stopOnSignals(whenStopped)
  let code = 1
  try {
    code = (await work()) ?? 0
  } catch (error) {
    if (isStopping()) {
      // Ctrl-C ended what this was waiting for; the stopping ends the process.
      return
    }
    console.error(`\n${error.message}`)
  }
  await stopAll()
  process.exit(code)
}

/**
 * npm passes a Ctrl-C on which the terminal has sent already, so that a second
 * one is not counted as the user's second.
 */
function stopOnSignals(exitCode) {
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
