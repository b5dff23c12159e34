import type { Page } from "playwright-core"
import { beginCheckout, buy, buyAndRefund, refund } from "./admin/buying"
import {
  contradictRefund,
  doubtRefund,
  failRefund,
  failReturn,
  forgetCheckout,
  holdPayment,
  showRefund,
} from "./admin/ledger"
import { adminUrl, askAdmin, keep, merchantsForTests } from "./admin/merchant"
import { demo } from "./shop/demo"
import { forgetAsked, withoutJob } from "./shop/ledger"
import { sandbox } from "./shop/sandbox"

const merchants = merchantsForTests()
const ATTENTION = adminUrl("/instalments/attention")

describe("On Needs attention a merchant", () => {
  let page: Page
  beforeEach(async () => {
    page = await merchants.open({})
  })
  const item = (text: string) =>
    page.locator("article").filter({ hasText: text })
  const checkout = async (reference: string) =>
    (await askAdmin("GET", `/instalments/checkouts/${reference}`)).checkout
  const openAttention = async () =>
    (await askAdmin("GET", "/instalments/attention")).attention as {
      kind: string
      reference: string | null
    }[]

  async function openItem(text: string) {
    await page.goto(ATTENTION)
    await item(text).waitFor()
    expect(await item(text).count()).toBe(1)
    return item(text)
  }

  /** Presses a button that asks for confirmation, and confirms. */
  async function agree(text: string, name: string) {
    await item(text).getByRole("button", { name }).click()
    const question = page.getByRole("alertdialog")
    await question.getByRole("button", { name }).click()
  }

  /** Marks an item as resolved with a note on what was done. */
  async function resolve(text: string, note: string) {
    await item(text).getByRole("button", { name: "Mark as resolved" }).click()
    await page.locator("#resolve-note").fill(note)
    await page.getByRole("button", { name: "Save" }).click()
    await item(text).waitFor({ state: "detached" })
  }

  /** The list of resolved items names who did it, and when. */
  async function resolvedBy(done: string) {
    const line = page.getByText(`${demo.adminEmail} ${done}`).first()
    await line.waitFor()
    expect(await line.locator("time").count()).toBe(1)
  }

  /** The note is shown with it; other runs wrote the same note. */
  const named = (note: string) => page.getByText(`“${note}”`).first().waitFor()

  const shown = (reference: string) =>
    `${reference.slice(0, 11)}…${reference.slice(-6)}`

  it("sees a refund that support made, and books it into the order", async () => {
    const { orderId, reference } = await buy()
    const made = await sandbox.refund(reference, 12_345)
    await showRefund(made, 12_345)
    await page.goto(ATTENTION)
    await page.getByText("Refunded at the service, not known here").waitFor()
    const entry = page.locator("div.flex-wrap", { hasText: "R 123,45" }).last()
    await keep(page, "attention-refunded-by-support")
    await entry.getByRole("button", { name: "Book" }).click()
    await page.locator("#book-refund-order").fill(reference)
    await page.getByRole("radio").first().click()
    await keep(page, "attention-book-refund")
    await page.getByRole("button", { name: "Book the refund" }).click()
    await page.getByText("“Book the refund” has run.").waitFor()
    const { order } = await askAdmin("GET", `/orders/${orderId}`)
    expect(order.summary.refunded_total).toBe(123.45)
    await entry.waitFor({ state: "detached" })
  })

  describe("has a held payment", () => {
    it("and places its order, after a question", async () => {
      const reference = await holdPayment()
      const held = await openItem(shown(reference))
      await keep(page, "attention")
      await held.getByRole("button", { name: "Place the order" }).click()
      await page.getByText("The payment becomes an order now").waitFor()
      await keep(page, "attention-question")
      await page
        .getByRole("alertdialog")
        .getByRole("button", { name: "Place the order" })
        .click()
      await held.waitFor({ state: "detached" })
      expect((await checkout(reference)).outcome).toBe("placed")
      await resolvedBy("placed the order")
    })

    it("and returns the money, after a question that can be cancelled", async () => {
      const reference = await holdPayment()
      const held = await openItem(shown(reference))
      await held.getByRole("button", { name: "Return the money" }).click()
      await page.getByRole("button", { name: "Cancel" }).click()
      await page.getByRole("alertdialog").waitFor({ state: "detached" })
      expect((await checkout(reference)).outcome).toBe("held")
      await agree(shown(reference), "Return the money")
      await held.waitFor({ state: "detached" })
      expect((await checkout(reference)).outcome).toBe("returned")
      await resolvedBy("returned the money")
    })
  })

  describe("has a refund", () => {
    it("of a returned payment that failed, and returns the money again", async () => {
      const reference = await holdPayment()
      await askAdmin("POST", `/instalments/checkouts/${reference}/refund`)
      await failReturn(reference)
      const failed = await openItem(shown(reference))
      await keep(page, "attention-failed-return")
      await agree(shown(reference), "Return the money")
      await failed.waitFor({ state: "detached" })
      const { refund_requests } = await checkout(reference)
      expect(
        refund_requests.map(({ status }: { status: string }) => status)
      ).toEqual(["failed", "scheduled"])
      await resolvedBy("returned the money")
    })

    it("of an order that failed, and the item disappears once it is refunded again", async () => {
      const { reference, orderId } = await buyAndRefund(100.5)
      await failRefund(reference)
      const failed = await openItem(shown(reference))
      await failed.getByRole("link", { name: /order/i }).click()
      await page.waitForURL(/\/orders\/order_/)
      await failed.waitFor({ state: "detached" })
      await page.getByText("Refund that failed").waitFor()
      await refund(orderId, 100.5)
      await page.goto(ATTENTION)
      await page.getByRole("heading", { name: "Open" }).waitFor()
      await failed.waitFor({ state: "detached" })
      const open = await openAttention()
      expect(open.filter((one) => one.reference === reference)).toEqual([])
    })

    it("in doubt, and searches for it again: the service does not have it, so it is sent again", async () => {
      const { reference } = await buyAndRefund()
      await doubtRefund(reference)
      const doubtful = await openItem(shown(reference))
      // Its time is shown in the browser's format.
      expect(await doubtful.textContent()).not.toMatch(/\dT\d\d:/)
      await keep(page, "attention-doubt")
      // The job reads the same list, which may be read once a minute.
      await withoutJob("refunds", async () => {
        await forgetAsked()
        await doubtful.getByRole("button", { name: "Look again" }).click()
        await doubtful.waitFor({ state: "detached" })
      })
      const [request] = (await checkout(reference)).refund_requests
      expect(request.status).toBe("scheduled")
    })

    it("in doubt, and records that support says that it failed", async () => {
      const { reference } = await buyAndRefund(100.5)
      await doubtRefund(reference)
      const doubtful = await openItem(shown(reference))
      const inDoubt = doubtful.filter({ hasText: "Refund without an answer" })
      await inDoubt.getByRole("button", { name: "End the doubt" }).click()
      const drawer = page.getByRole("dialog")
      const end = drawer.getByRole("button", { name: "End the doubt" })
      expect(await end.isEnabled()).toBe(false)
      await drawer.getByText("Support says that it failed").click()
      await keep(page, "attention-end-doubt")
      await end.click()
      await inDoubt.waitFor({ state: "detached" })
      const [request] = (await checkout(reference)).refund_requests
      expect(request.status).toBe("failed")
      await resolvedBy("ended the doubt")
    })

    it("that changed after its end, and records what support said", async () => {
      const { reference } = await buyAndRefund(100.5)
      await contradictRefund(reference)
      const odd = await openItem(shown(reference))
      await odd.getByRole("button", { name: "Mark as resolved" }).click()
      expect(await page.getByRole("button", { name: "Save" }).isEnabled()).toBe(
        false
      )
      await page.getByRole("button", { name: "Cancel" }).click()
      await resolve(shown(reference), "Support says complete, ticket 4712")
      await named("Support says complete, ticket 4712")
      await resolvedBy("marked it as resolved")
    })
  })

  describe("has a callback", () => {
    it("with a wrong signature, twice: one item, and the list names who resolved it", async () => {
      const wrong = { "x-signature": "d3Jvbmc=" }
      for (const body of ["{}", "[]"]) {
        const url = `${demo.backend}/hooks/instalments`
        await fetch(url, { method: "POST", body, headers: wrong })
      }
      const title = "Callbacks with a wrong signature"
      await openItem(title)
      await page.getByText("It has happened 2 times.").waitFor()
      await item(title)
        .getByRole("button", { name: "Mark as resolved" })
        .click()
      await keep(page, "attention-note")
      await page.getByRole("button", { name: "Cancel" }).click()
      await resolve(title, "An old key, ticket 4711")
      await named("An old key, ticket 4711")
      await resolvedBy("marked it as resolved")
    })
  })

  it("checks waiting checkouts now, and the item disappears", async () => {
    const reference = await beginCheckout()
    const title = "Checkouts wait to be looked at"
    await withoutJob("reconcile", async () => {
      await forgetCheckout(reference)
      await openItem(title)
      await keep(page, "attention-behind")
      await item(title).getByRole("button", { name: "Check now" }).click()
      await item(title).waitFor({ state: "detached" })
    })
  })
})
