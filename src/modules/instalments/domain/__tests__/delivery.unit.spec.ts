import { delivery, lacksDelivery } from "../delivery"

const lacks = (cart: object) => lacksDelivery(delivery.parse(cart))
const methods = [{ id: "casm_1" }]
const mug = { requires_shipping: true }
const download = { requires_shipping: false }

it.each([
  ["an item has to be delivered", { items: [download, mug] }, true],
  ["none has to be delivered", { items: [download] }, false],
  ["a delivery is chosen", { items: [mug], shipping_methods: methods }, false],
  ["it is empty", { items: null, shipping_methods: null }, false],
])("a cart lacks its delivery when %s: %j", (_, cart, is) => {
  expect(lacks(cart)).toBe(is)
})
