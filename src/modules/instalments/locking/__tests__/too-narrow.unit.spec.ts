import { readLocking } from "../read-locking"
import { locksTooNarrow } from "../too-narrow"

const inMemory = readLocking({ defaultProviderId: "in-memory" })
const alone = { environment: "sandbox", redis: false } as const

describe("locks that hold in one process only", () => {
  it.each([
    ["in production", { ...alone, environment: "production" as const }],
    ["with Redis", { ...alone, redis: true }],
    ["on a worker", { ...alone, workerMode: "worker" }],
  ])("are too narrow %s, and the words say what to add", (_, deployment) => {
    expect(locksTooNarrow(inMemory, deployment)).toMatch(
      /^Locks \(in-memory\) hold in one process only\. .*locking-redis/
    )
  })

  it("are right for one process", () => {
    const shared = { ...alone, workerMode: "shared" }
    expect(locksTooNarrow(inMemory, shared)).toBeNull()
  })

  it("are never too narrow with a provider that all processes share", () => {
    const redis = readLocking({ defaultProviderId: "locking-redis" })
    expect(locksTooNarrow(redis, { ...alone, redis: true })).toBeNull()
  })

  it("are assumed when the module does not tell its provider", () => {
    expect(readLocking(undefined)).toEqual({
      provider: "unknown",
      shared: false,
    })
  })
})
