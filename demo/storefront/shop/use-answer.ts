import { useEffect, useState, type DependencyList } from "react"

type Answer<T> = { data?: T; error?: Error }

/** Asks when the page opens, and again whenever `inputs` change. */
export function useAnswer<T>(ask: () => Promise<T>, inputs: DependencyList) {
  const [answer, setAnswer] = useState<Answer<T>>({})
  useEffect(() => {
    let isCurrent = true
    setAnswer({})
    ask().then(
      (data) => isCurrent && setAnswer({ data }),
      (error: Error) => isCurrent && setAnswer({ error })
    )
    return () => {
      isCurrent = false
    }
  }, inputs)
  return answer
}
