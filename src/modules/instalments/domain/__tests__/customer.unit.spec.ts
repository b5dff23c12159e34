import { customerPrefill } from "../customer"

describe("the shopper's prefill", () => {
  it("leaves out what is empty", () => {
    expect(
      customerPrefill({
        email: "a@b.example",
        billing_address: { first_name: " ", phone: null },
      })
    ).toEqual({ email: "a@b.example" })
  })

  it("takes the billing address first and writes it in one line", () => {
    expect(
      customerPrefill({
        email: "a@b.example",
        billing_address: {
          first_name: "Thandi",
          address_1: "1 Long Street",
          city: "Cape Town",
          country_code: "za",
        },
        shipping_address: { first_name: "Sipho", last_name: "Nkosi" },
      })
    ).toEqual({
      email: "a@b.example",
      first_name: "Thandi",
      last_name: "Nkosi",
      billing_address: "1 Long Street, Cape Town, ZA",
    })
  })
})
