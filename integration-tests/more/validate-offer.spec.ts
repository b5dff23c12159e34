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
import { cartActions, TRANSFER } from "../harness/cart-actions"
import { withStore } from "../harness/with-store"

const WORDS = "Not for this cart. Ask us on WhatsApp."
const { NOT_ALLOWED, NOT_FOUND } = MedusaError.Types

/** A store's own rule for which carts are paid in instalments. */
withStore((store) => {
  const { choose, chosen, oneMore, offerOf, payUnheard } = cartActions(store)
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
  /** From now on; what was asked before does not count. */
  function refuse(error: unknown = new MedusaError(NOT_ALLOWED, WORDS)) {
    asked = []
    answer = () => {
      throw error
    }
  }
  const created = () =>
    store.sandbox.journal.requests.filter(({ method }) => method === "POST")

  it("is asked for the offer of a cart and for its checkout with what it comes to, and not where nothing can be offered anyway", async () => {
    const cart_id = await store.fillCart()
    const cart = { cart_id, amount: 1399.55, currency_code: "zar" }
    expect(await offerOf(cart_id)).toMatchObject({ eligible: true })
    expect(asked).toEqual([cart])
    await chosen(cart_id)
    expect(asked).toEqual([cart, cart])
    store.sandbox.set({ rules: [] })
    await store.ledger.config.refresh()
    expect(await offerOf(cart_id)).toMatchObject({ reason: "unavailable" })
    expect(asked).toHaveLength(2)
  })

  it("refuses an offer and a checkout in its words, also the checkout of the store's own code, and nothing is written or sent", async () => {
    const cart_id = await store.fillCart()
    refuse()
    expect(await offerOf(cart_id)).toEqual({
      eligible: false,
      reason: "refused",
      message: WORDS,
      currency_code: "zar",
      amount: 1399.55,
      terms: [],
      headline: null,
    })
    expect(await choose(cart_id)).toMatchObject({
      status: 400,
      data: { type: NOT_ALLOWED, message: WORDS },
    })
    const { data } = await store.post("/store/payment-collections", { cart_id })
    const made = createPaymentSessionsWorkflow(store.container).run({
      input: {
        payment_collection_id: data.payment_collection.id,
        provider_id: PROVIDER_ID,
      },
    })
    await expect(made).rejects.toMatchObject({ message: WORDS })
    expect(await store.ledger.listCheckouts({})).toEqual([])
    expect(created()).toEqual([])
  })

  it("refuses a checkout that is open already", async () => {
    const { cartId } = await store.beginCheckout()
    refuse()
    const { status, data } = await choose(cartId)
    expect([status, data.message]).toEqual([400, WORDS])
  })

  it("has nothing offered when it fails, and the log says why, whatever it throws", async () => {
    const errors = jest
      .spyOn(store.container.resolve(ContainerRegistrationKeys.LOGGER), "error")
      .mockReturnValue(undefined as never)
    const cartId = await store.fillCart()
    for (const error of [
      new TypeError("items is undefined"),
      new MedusaError(NOT_FOUND, "No such customer"),
      "no gift cards",
      // It passes on that another workflow was stopped.
      new SkipCancelledExecutionError("come to its end"),
    ]) {
      const cause = error instanceof Error ? error.message : error
      errors.mockClear()
      refuse(error)
      expect(await offerOf(cartId)).toMatchObject({
        ...{ eligible: false, reason: "unavailable" },
      })
      const { status, data } = await choose(cartId)
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
    }
  })

  describe("is not asked any more once money has arrived:", () => {
    it("a callback places the order, which may owe something and be paid that later", async () => {
      const { cartId, reference } = await store.beginCheckout()
      refuse()
      await store.sandbox.pay(reference)
      const [order] = await store.orders({ cart_id: cartId })
      const { addArticle, begin } = balanceActions(store)
      await addArticle(order!.id)
      await begin(order!.id)
      expect(asked).toEqual([])
    })

    it("the job places the order of a lost callback, whose payment session is gone", async () => {
      const { cartId, reference } = await store.beginCheckout()
      await chosen(cartId, TRANSFER)
      refuse()
      await payUnheard(reference)
      await store.passTime(61 * MINUTE)
      await store.runJob("reconcile")
      expect(await store.orders({ cart_id: cartId })).toHaveLength(1)
      expect(asked).toEqual([])
    })

    it("a cart whose payment is held is paid already, to the offer and to the checkout", async () => {
      store.ledger.options.unplacedPayments = "hold"
      const { cartId, reference } = await store.beginCheckout()
      await oneMore(cartId)
      await store.sandbox.pay(reference)
      refuse()
      expect(await offerOf(cartId)).toMatchObject({ reason: "already_paid" })
      expect(await choose(cartId)).toMatchObject({
        status: 400,
        data: { message: expect.stringContaining("paid already") },
      })
      expect(asked).toEqual([])
    })
  })
})
