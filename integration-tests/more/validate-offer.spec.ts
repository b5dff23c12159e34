import { SkipCancelledExecutionError } from "@medusajs/framework/orchestration"
import { createPaymentSessionsWorkflow } from "@medusajs/medusa/core-flows"
import {
  ContainerRegistrationKeys,
  MedusaError,
} from "@medusajs/framework/utils"
import { PROVIDER_ID } from "../../src/modules/instalments/name"
import {
  validateOfferWorkflow,
  type OfferToValidate,
} from "../../src/workflows"
import { balanceActions } from "../harness/balance-actions"
import { MINUTE } from "../harness/calendar"
import { tryInstalments } from "../harness/shopper"
import { withStore } from "../harness/with-store"

const WORDS = "Not for this cart. Ask us on WhatsApp."
const { NOT_ALLOWED, NOT_FOUND } = MedusaError.Types

withStore((store) => {
  let asked: OfferToValidate[]
  let answer: () => void

  // Medusa takes one handler for as long as the process lives, and other specs
  // may run in it after this one.
  beforeAll(() =>
    validateOfferWorkflow.hooks.validateOffer((cart) => {
      asked.push(cart)
      answer()
    })
  )
  beforeEach(accept)
  afterEach(accept)

  function accept() {
    asked = []
    answer = () => {}
  }
  function refuse(error: unknown = new MedusaError(NOT_ALLOWED, WORDS)) {
    answer = () => {
      throw error
    }
  }
  const stopped = new SkipCancelledExecutionError("come to its end")
  const offerOf = async (cartId: string) =>
    (await store.get(`/store/instalments/offer?cart_id=${cartId}`)).data.offer
  const watchErrors = () => {
    const logger = store.container.resolve(ContainerRegistrationKeys.LOGGER)
    return jest.spyOn(logger, "error").mockReturnValue(undefined as never)
  }
  const created = () =>
    store.sandbox.journal.requests.filter(({ method }) => method === "POST")

  it("is asked for the offer of a cart and for its checkout, with what it comes to", async () => {
    const cart_id = await store.fillCart()
    const cart = { cart_id, amount: 1399.55, currency_code: "zar" }
    expect(await offerOf(cart_id)).toMatchObject({ eligible: true })
    expect(asked).toEqual([cart])
    expect(await tryInstalments(store, cart_id)).toMatchObject({ status: 200 })
    expect(asked).toEqual([cart, cart])
  })

  it("refuses the offer of a cart in the store's words", async () => {
    refuse()
    expect(await offerOf(await store.fillCart())).toEqual({
      eligible: false,
      reason: "refused",
      message: WORDS,
      currency_code: "zar",
      amount: 1399.55,
      terms: [],
      headline: null,
    })
  })

  it("is not asked about a cart to which nothing can be offered anyway", async () => {
    store.sandbox.set({ rules: [] })
    await store.ledger.config.refresh()
    expect(await offerOf(await store.fillCart())).toMatchObject({
      reason: "unavailable",
    })
    expect(asked).toEqual([])
  })

  it("refuses a checkout in the store's words, and nothing is written or sent", async () => {
    const cartId = await store.fillCart()
    refuse()
    expect(await tryInstalments(store, cartId)).toMatchObject({
      status: 400,
      data: { type: NOT_ALLOWED, message: WORDS },
    })
    expect(await store.ledger.listCheckouts({})).toEqual([])
    expect(created()).toEqual([])
  })

  it("refuses the checkout of a payment session that the store's own code makes", async () => {
    const cart_id = await store.fillCart()
    const { data } = await store.post("/store/payment-collections", { cart_id })
    refuse()
    const made = createPaymentSessionsWorkflow(store.container).run({
      input: {
        payment_collection_id: data.payment_collection.id,
        provider_id: PROVIDER_ID,
      },
    })
    await expect(made).rejects.toMatchObject({ message: WORDS })
    expect(created()).toEqual([])
  })

  it("refuses a checkout that is open already", async () => {
    const { cartId } = await store.beginCheckout()
    refuse()
    const { status, data } = await tryInstalments(store, cartId)
    expect([status, data.message]).toEqual([400, WORDS])
  })

  describe("when the handler fails, nothing is offered and the log says why:", () => {
    it.each([
      ["it has an error", new TypeError("items is undefined")],
      ["it finds no customer", new MedusaError(NOT_FOUND, "No such customer")],
      ["it throws what is no error", "no gift cards"],
      ["it passes on that another workflow was stopped", stopped],
    ])("%s", async (_, error) => {
      const cause = error instanceof Error ? error.message : error
      const errors = watchErrors()
      const cartId = await store.fillCart()
      refuse(error)
      expect(await offerOf(cartId)).toMatchObject({
        eligible: false,
        reason: "unavailable",
      })
      const { status, data } = await tryInstalments(store, cartId)
      expect(status).toBe(500)
      expect(JSON.stringify(data)).not.toContain(cause)
      expect(created()).toEqual([])
      const lines = errors.mock.calls.map(([line]) => String(line))
      for (const begin of [
        "Instalments are not offered, as this failed: ",
        "No instalment checkout is opened for a cart, as this failed: ",
      ]) {
        const line = lines.find((one) => one.startsWith(begin))
        expect(line).toContain("The store's handler of validateOffer failed")
        expect(line).toContain(cause)
      }
    })
  })

  describe("is not asked any more once money has arrived:", () => {
    const placed = async (cartId: string) =>
      expect(await store.orders({ cart_id: cartId })).toHaveLength(1)

    it("a callback places the order", async () => {
      const { cartId, reference } = await store.beginCheckout()
      refuse()
      asked = []
      await store.sandbox.pay(reference)
      await placed(cartId)
      expect(asked).toEqual([])
    })

    it("the job places the order of a lost callback, whose payment session is gone", async () => {
      store.sandbox.set({ callbacks: { mode: "never" } })
      const { cartId, reference } = await store.beginCheckout()
      const { data } = await store.post("/store/payment-collections", {
        cart_id: cartId,
      })
      const { id } = data.payment_collection
      await store.post(`/store/payment-collections/${id}/payment-sessions`, {
        provider_id: "pp_system_default",
      })
      refuse()
      asked = []
      await store.sandbox.pay(reference)
      await store.passTime(61 * MINUTE)
      await store.runJob("reconcile")
      await placed(cartId)
      expect(asked).toEqual([])
    })

    it("a cart whose payment is held is paid already, to the offer and to the checkout", async () => {
      store.ledger.options.unplacedPayments = "hold"
      const { cartId, reference } = await store.beginCheckout()
      await store.post(`/store/carts/${cartId}/line-items`, {
        variant_id: store.shop.variantId,
        quantity: 1,
      })
      await store.sandbox.pay(reference)
      refuse()
      asked = []
      expect(await offerOf(cartId)).toMatchObject({ reason: "already_paid" })
      expect(await tryInstalments(store, cartId)).toMatchObject({
        status: 400,
        data: { message: expect.stringContaining("paid already") },
      })
      expect(asked).toEqual([])
    })
  })

  it("is not asked about what an order owes", async () => {
    const { boughtAndEdited, begin } = balanceActions(store)
    const { order } = await boughtAndEdited()
    refuse()
    asked = []
    await begin(order.id)
    expect(asked).toEqual([])
  })
})
