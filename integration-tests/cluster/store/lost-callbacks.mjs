const EVERY = 5
const COPIES = 2

/**
 * Every fifth checkout's first callbacks are lost: until the service tries them
 * again, a minute later, the servers have to ask it, all within its limits.
 */
export function losingSome() {
  const tries = new Map()
  return (body) => {
    const reference = String(JSON.parse(body).client_reference_id)
    if (!tries.has(reference)) {
      tries.set(reference, { number: tries.size, count: 0 })
    }
    const seen = tries.get(reference)
    seen.count++
    return seen.number % EVERY === EVERY - 1 && seen.count <= COPIES
  }
}
