import { useEffect, useState, type DependencyList } from "react"

type Answer<T> = { data?: T; error?: Error }

/**
 * Asks when the page opens, and again whenever `inputs` change; the signal ends an
 * asking that nobody waits for any more.
 */
export function useAnswer<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  inputs: DependencyList
) {
  const [answer, setAnswer] = useState<Answer<T>>({})
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    setAnswer({})
    ask(signal).then(
      (data) => signal.aborted || setAnswer({ data }),
      (error: Error) => signal.aborted || setAnswer({ error })
    )
    return () => left.abort()
  }, inputs)
  return answer
}
