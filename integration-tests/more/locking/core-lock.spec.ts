import { setTimeout as pause } from "node:timers/promises"
import { asValue } from "@medusajs/framework/awilix"
import type { ILockingModule, MedusaContainer } from "@medusajs/framework/types"
import { createMedusaContainer, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { Locking } from "@medusajs/locking-postgres/dist/models"
import { acquireLockStep, releaseLockStep } from "@medusajs/medusa/core-flows"
import { moduleIntegrationTestRunner } from "@medusajs/test-utils"
import { readLocking } from "../../../src/modules/instalments/health/locking"
import { betweenCompletions } from "../../../src/workflows/settle/lock"
import { hasRedis, startRedis } from "./redis"

const cart_id = "cart_1"
let during: () => Promise<unknown>

const duringStep = createStep(
  "during-step",
  async () => new StepResponse(await during())
)

/** Takes core's lock as core's completion of a cart does. */
const completion = createWorkflow(
  "completion",
  (input: { timeout: number }) => {
    acquireLockStep({ key: cart_id, timeout: input.timeout, ttl: 120 })
    const said = duringStep()
    releaseLockStep({ key: cart_id })
    return new WorkflowResponse(said)
  }
)

const redis = {
  redisUrl: "",
  // The module keeps its connection open, and must not reconnect for ever.
  redisOptions: { retryStrategy: () => null },
}
let stopRedis: (() => Promise<void>) | undefined
const providers = [
  { name: "in-memory", options: [], exists: true, expires: true },
  {
    name: "locking-redis",
    options: [
      {
        resolve: "@medusajs/medusa/locking-redis",
        id: "theirs",
        is_default: true,
        options: redis,
      },
    ],
    exists: hasRedis,
    expires: true,
  },
  {
    name: "locking-postgres",
    options: [
      {
        resolve: "@medusajs/medusa/locking-postgres",
        id: "theirs",
        is_default: true,
      },
    ],
    exists: true,
    expires: false,
  },
]

beforeAll(async () => {
  if (hasRedis) {
    const { socket, stop } = await startRedis()
    redis.redisUrl = socket
    stopRedis = stop
  }
})
afterAll(() => stopRedis?.())

for (const provider of providers) {
  const suite = provider.exists ? describe : describe.skip
  suite(`on ${provider.name}`, () => {
    moduleIntegrationTestRunner<ILockingModule>({
      moduleName: Modules.LOCKING,
      moduleModels: [Locking],
      moduleOptions: { providers: provider.options },
      injectedDependencies: { logger: { ...console, info: () => {} } },
      testSuite: ({ service }) => {
        let asked = 0
        /** Counts the requests for a lock. */
        const locking: Pick<ILockingModule, "acquire" | "release" | "execute"> =
          {
            acquire: (...args) => {
              asked += 1
              return service.acquire(...args)
            },
            release: (...args) => service.release(...args),
            execute: (...args) => service.execute(...args),
          }
        const container = () => {
          const made = createMedusaContainer() as MedusaContainer
          made.register({ [Modules.LOCKING]: asValue(locking) })
          return made
        }
        const complete = (work: () => Promise<unknown>, timeout = 30) => {
          during = work
          return completion(container()).run({ input: { timeout } })
        }
        const between = (work: () => Promise<unknown>) =>
          betweenCompletions({ cart_id }, container(), work)
        const gate = () => {
          let open!: () => void
          const opened = new Promise<void>((resolve) => (open = resolve))
          return { open, opened }
        }

        it("waits for a completion that is under way, and works when it has ended", async () => {
          const said: string[] = []
          const begun = gate()
          const tried = gate()
          const completing = complete(async () => {
            begun.open()
            await tried.opened
            said.push("completed")
          })
          await begun.opened
          asked = 0
          const working = between(async () => said.push("mended"))
          // A second request for the lock means that the first was refused.
          for (let looks = 0; asked < 2 && looks < 500; looks++) {
            await pause(10)
          }
          tried.open()
          await Promise.all([completing, working])
          expect(said).toEqual(["completed", "mended"])
        })

        it("makes completions wait while it works, and lets them continue afterwards", async () => {
          await between(async () => {
            await expect(complete(async () => "never", 0)).rejects.toBeDefined()
          })
          const { result } = await complete(async () => "completed", 0)
          expect(result).toBe("completed")
        })

        const does = provider.expires ? "lets go of" : "keeps"
        it(`${does} the expired lock of a process that was killed, as the plugin says of it`, async () => {
          await service.acquire(cart_id, { ownerId: "killed", expire: 1 })
          let free = false
          for (let looks = 0; !free && looks < 30; looks++) {
            await pause(50)
            free = await service.acquire(cart_id, { ownerId: "next" }).then(
              () => true,
              () => false
            )
          }
          expect(free).toBe(provider.expires)
          expect(readLocking(service)).toMatchObject({
            provider: provider.name,
            expires: provider.expires,
          })
          await service.release(cart_id, { ownerId: "killed" })
          await service.release(cart_id, { ownerId: "next" })
        })

        it("releases the lock when the work fails", async () => {
          await expect(
            between(async () => {
              throw new Error("out of stock")
            })
          ).rejects.toThrow("out of stock")
          const { result } = await complete(async () => "completed", 0)
          expect(result).toBe("completed")
        })
      },
    })
  })
}
