import { MedusaError, Modules } from "@medusajs/framework/utils"
import {
  createStep,
  createWorkflow,
  StepResponse,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import {
  acquireLockStep,
  completeCartWorkflow,
  releaseLockStep,
} from "@medusajs/medusa/core-flows"
import { MINUTE } from "../harness/calendar"
import { eventually } from "../harness/pause-at-write"
import { withStore } from "../harness/with-store"

/** What the store's own code does once core has made the order and its payment. */
let afterOrder: (() => Promise<void>) | undefined

// Medusa's type of a hook's registration is of a build, not of a test.
const hooks = completeCartWorkflow.hooks as unknown as Record<
  string,
  (handler: () => Promise<void>) => void
>
hooks.orderCreated!(async () => afterOrder?.())

const makeTickets = createStep("make-tickets", async () => {
  await afterOrder?.()
  return new StepResponse(null)
})
/** As Medusa's documentation of `completeCartWorkflow` has it. */
const buyTickets = createWorkflow(
  "buy-tickets",
  ({ cart_id }: { cart_id: string }) => {
    acquireLockStep({ key: cart_id, timeout: 30, ttl: 120 })
    const { id } = completeCartWorkflow.runAsStep({ input: { id: cart_id } })
    makeTickets()
    releaseLockStep({ key: cart_id })
    return new WorkflowResponse({ id })
  }
)

// A store's own route, its job, or another provider's webhook completes a cart without
// core's route: nothing tells the plugin before.
withStore((store) => {
  afterEach(() => {
    afterOrder = undefined
  })

  const byWorkflow = (id: string) =>
    completeCartWorkflow(store.container).run({
      input: { id },
      throwOnError: false,
    })
  const byTickets = (cart_id: string) =>
    buyTickets(store.container).run({ input: { cart_id }, throwOnError: false })
  const byBrowser = (id: string) => store.post(`/store/carts/${id}/complete`)

  /** Holds work until it is told to go on. */
  function gate() {
    let isReached = false
    let open = () => {}
    const opened = new Promise<void>((resolve) => (open = resolve))
    const wait = async () => {
      isReached = true
      await opened
    }
    return { wait, open, isReached: () => isReached }
  }

  /** Settling has decided, or waits for the cart's lock. */
  async function decidedOrWaiting(reference: string) {
    const acquire = jest.spyOn(
      store.container.resolve(Modules.LOCKING),
      "acquire"
    )
    await eventually(
      async () =>
        acquire.mock.calls.length > 0 ||
        (await store.row(reference)).outcome !== "open",
      10_000
    )
  }

  describe.each([
    ["the store's code, whose hook fails", byWorkflow],
    ["a workflow of the store, whose last step fails", byTickets],
    ["the browser, whose hook fails", byBrowser],
  ])("an order that is taken back, of %s", (_, complete) => {
    it("is not the order of a payment that is settled meanwhile", async () => {
      const { cartId, reference } = await store.beginCheckout()
      store.sandbox.set({ callbacks: { mode: "never" } })
      await store.sandbox.pay(reference)
      await store.ledger.learning.check(await store.row(reference), "shopper")
      const { wait, open, isReached } = gate()
      afterOrder = async () => {
        await wait()
        throw new Error("The ticket system does not answer")
      }
      const completing = complete(cartId)
      expect(await eventually(isReached, 10_000)).toBe(true)
      const settling = store.runJob("reconcile")
      await decidedOrWaiting(reference)
      afterOrder = undefined
      open()
      await Promise.all([completing, settling])
      await store.passTime(5 * MINUTE)
      await store.runJob("reconcile")
      const { outcome, order_id } = await store.row(reference)
      const orders = await store.orders()
      expect(outcome).toBe("placed")
      expect(orders.map(({ id }) => id)).toEqual([order_id])
    })
  })

  it.each([
    ["the store's code", byWorkflow],
    ["the browser", byBrowser],
  ])(
    "does not return a payment for an order of %s that waits for a card, which is declined",
    async (_, complete) => {
      const { cartId, reference } = await store.beginCheckout()
      const { data } = await store.post("/store/payment-collections", {
        cart_id: cartId,
      })
      await store.post(
        `/store/payment-collections/${data.payment_collection.id}/payment-sessions`,
        { provider_id: "pp_system_default" }
      )
      const { wait, open, isReached } = gate()
      // Medusa's payment module keeps its providers to itself.
      const { paymentProviderService_: providers } = store.container.resolve(
        Modules.PAYMENT
      ) as unknown as {
        paymentProviderService_: {
          authorizePayment(...all: unknown[]): Promise<unknown>
        }
      }
      const real = providers.authorizePayment.bind(providers)
      jest
        .spyOn(providers, "authorizePayment")
        .mockImplementation(async (...all) => {
          if (all[0] !== "pp_system_default") {
            return real(...all)
          }
          await wait()
          throw new MedusaError(
            MedusaError.Types.PAYMENT_AUTHORIZATION_ERROR,
            "The card was declined"
          )
        })
      const completing = complete(cartId)
      expect(await eventually(isReached, 10_000)).toBe(true)
      const called = store.sandbox.pay(reference)
      await decidedOrWaiting(reference)
      open()
      await Promise.all([completing, called])
      await store.passTime(MINUTE)
      await store.runJob("reconcile")
      expect(await store.row(reference)).toMatchObject({ outcome: "placed" })
    }
  )
})
