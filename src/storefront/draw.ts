/// <reference lib="dom" />
import type { Message } from "./message.js"
import type { InstalmentTexts } from "./texts.js"

/** A message that stands in the page. */
export type Drawing = {
  /** Puts the words of another offer in, also while the dialog is open. */
  update(message: Message): void
  close(): void
}

/**
 * Draws the message and its explanation. Texts are only ever set as text, so
 * nothing that comes from the store or a translation can become markup.
 */
export function draw(root: ShadowRoot, texts: InstalmentTexts): Drawing {
  const line = el("span", { part: "message", id: "line" })
  const open = el(
    "button",
    {
      part: "button",
      type: "button",
      "aria-haspopup": "dialog",
      "aria-describedby": "line",
    },
    texts.button
  )
  const close = el("button", { part: "close", type: "button" }, texts.close)
  const rows = el("tbody")
  const dialog = el(
    "dialog",
    { part: "dialog", "aria-labelledby": "title" },
    el(
      "div",
      {},
      el(
        "div",
        { class: "head" },
        el("h2", { part: "title", id: "title" }, texts.title),
        close
      ),
      el(
        "ol",
        { part: "steps" },
        ...texts.steps.map((step) => el("li", {}, step))
      ),
      el(
        "table",
        { part: "terms" },
        el("caption", {}, texts.terms),
        el("thead", {}, row("col", texts.payments, "th", texts.monthly)),
        rows
      ),
      el("p", { part: "note" }, texts.note)
    )
  )
  open.onclick = (event) => {
    // In a card that is a link, this click is not one on the link.
    event.preventDefault()
    dialog.showModal()
  }
  dialog.onclick = (event) => {
    event.preventDefault()
    // What surrounds the content is the dialog itself: its backdrop.
    if (event.target === dialog || event.target === close) {
      dialog.close()
    }
  }
  root.replaceChildren(line, " ", open, dialog)
  return {
    update(message) {
      line.textContent = message.line
      rows.replaceChildren(
        ...message.terms.map(({ count, payments }) =>
          row("row", count, "td", payments)
        )
      )
    },
    close: () => dialog.close(),
  }
}

function row(scope: string, head: string, tag: "th" | "td", cell: string) {
  const second = el(tag, tag === "th" ? { scope } : {}, cell)
  return el("tr", {}, el("th", { scope }, head), second)
}

function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) {
    element.setAttribute(name, value)
  }
  element.append(...children)
  return element
}
