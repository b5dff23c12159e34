/// <reference lib="dom" />

/** Waits so many milliseconds. @throws the signal's reason when aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, ms)
    signal?.addEventListener("abort", done)
    if (signal?.aborted) {
      done()
    }

    function done() {
      clearTimeout(timer)
      signal?.removeEventListener("abort", done)
      if (signal?.aborted) {
        reject(signal.reason)
      } else {
        resolve()
      }
    }
  })
}
