import { inWords } from "../list"
import { lockingFinding, lockingOf, readLocking } from "../locking"

const inMemory = readLocking({ defaultProviderId: "in-memory" })
const oneProcess = { environment: "sandbox", redis: false } as const

describe("locks that hold in one process only", () => {
  it.each([
    ["in production", { ...oneProcess, environment: "production" as const }],
    ["with Redis", { ...oneProcess, redis: true }],
    ["on a worker", { ...oneProcess, workerMode: "worker" }],
  ])("are too narrow %s, and the words say what to add", (_, deployment) => {
    expect(inWords(lockingFinding(inMemory, deployment))).toMatch(
      /^Locks \(in-memory\) hold in one process only\. .*locking-redis/
    )
  })

  it("are right for one process", () => {
    const shared = { ...oneProcess, workerMode: "shared" }
    expect(lockingFinding(inMemory, shared).state).toBe("ok")
  })

  it("are never too narrow with a provider that all processes share", () => {
    const redis = readLocking({ defaultProviderId: "locking-redis" })
    const several = { ...oneProcess, redis: true }
    expect(lockingFinding(redis, several).state).toBe("ok")
  })

  it("are assumed when the module does not tell its provider", () => {
    expect(readLocking(undefined)).toEqual({
      provider: "unknown",
      shared: false,
      expires: true,
    })
  })
})

describe("locks that outlive their process", () => {
  it("are trouble anywhere, whatever id the store has given the provider, and the words say what to use", () => {
    class Provider {
      static identifier = "locking-postgres"
    }
    const locking = readLocking({
      defaultProviderId: "ours",
      providerService_: { retrieveProviderRegistration: () => new Provider() },
    })
    expect(inWords(lockingFinding(locking, oneProcess))).toMatch(
      /^Locks \(locking-postgres\) never expire: .*Use @medusajs\/locking-redis/
    )
  })
})

it.each([
  ["locking-postgres", "sandbox", "warning"],
  ["locking-redis", "production", "ok"],
  ["in-memory", "sandbox", "ok"],
  ["in-memory", "production", "note"],
] as const)("judges the locks of %s in %s", (kind, environment, state) => {
  const store = { environment, redis: false }
  expect(lockingFinding(lockingOf(kind), store).state).toBe(state)
})
