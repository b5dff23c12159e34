import { createMedusaContainer } from "@medusajs/framework/utils"
import { whyStoreRefuses } from "../validate-offer"

// A store with a handler is in integration-tests/more/validate-offer.spec.ts.
describe("a store without a handler of validateOffer", () => {
  it("refuses nothing, and nothing is read or run for that", async () => {
    const container = createMedusaContainer()
    const resolve = jest.spyOn(container, "resolve")
    const cart = { cart_id: "cart_1", amountCents: 130_050, currency: "ZAR" }
    expect(await whyStoreRefuses(cart, container)).toBeNull()
    expect(resolve).not.toHaveBeenCalled()
  })
})
