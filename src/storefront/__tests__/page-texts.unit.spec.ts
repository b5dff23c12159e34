/** @jest-environment @happy-dom/jest-environment */
import { draw } from "../draw.js"
import { setTexts } from "../index.js"
import { textsWith } from "../texts.js"

describe("the page's texts", () => {
  it("are those of every message that has none of its own", () => {
    setTexts({ title: "Pay later", note: "Keep it free." })
    setTexts({ title: "Pay month by month" })
    const root = document.createElement("div").attachShadow({ mode: "open" })
    draw(root, textsWith({ note: "Mine." }))
    const words = (part: string) =>
      root.querySelector(`[part="${part}"]`)!.textContent
    expect(words("title")).toBe("Pay month by month")
    expect(words("note")).toBe("Mine.")
    expect(words("close")).toBe("Close")
  })
})
