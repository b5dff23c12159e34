/// <reference lib="dom" />
import { draw, type Drawing } from "./draw.js"
import { latest } from "./latest.js"
import { messageOf } from "./message.js"
import { fetchOffer, type Offer } from "./offer.js"
import { questionOf, type Question } from "./question.js"
import type { Connection } from "./request.js"
import { css } from "./styles.js"
import { textsWith, type InstalmentTexts } from "./texts.js"

export { setTexts, type InstalmentTexts } from "./texts.js"

/** What messages have in common; their attributes come first. */
export type InstalmentMessageConfig = Partial<Connection> & {
  /** The name of the element; `instalment-message` unless given. */
  tagName?: string
}

/** `<instalment-message>`, as a script sees it. */
export type InstalmentMessageElement = HTMLElement & {
  /** This message's own texts; those left out are the page's. */
  texts: Partial<InstalmentTexts>
}

declare global {
  interface HTMLElementTagNameMap {
    "instalment-message": InstalmentMessageElement
  }
}

/** Quick changes of an attribute are one request after this, in milliseconds. */
const SETTLE_MS = 120

/**
 * Registers `<instalment-message amount currency-code locale? texts?>`, once.
 * `amount` is major units. On a server it does nothing, nor in a browser from
 * before 2023, which cannot style it: the element then stays empty.
 */
export function defineInstalmentMessage(
  config: InstalmentMessageConfig = {}
): void {
  const { tagName = "instalment-message", ...connection } = config
  const able =
    typeof Document !== "undefined" &&
    "adoptedStyleSheets" in Document.prototype
  if (able && !customElements.get(tagName)) {
    customElements.define(tagName, messageElement(connection))
  }
}

// Made when it is registered: servers have no HTMLElement to extend.
function messageElement(config: Partial<Connection>) {
  const shown = sheet(css)
  const hidden = sheet(":host{display:none!important}")

  return class extends HTMLElement {
    static observedAttributes = [
      "amount",
      "currency-code",
      "base-url",
      "publishable-key",
      "locale",
      "texts",
    ]
    root = this.attachShadow({ mode: "open" })
    own: Partial<InstalmentTexts> = {}
    offer: Offer | null = null
    drawing: Drawing | undefined
    drawnTexts = ""
    offers = latest(
      (asked: Question, signal) => fetchOffer(asked, asked, signal),
      (offer) => this.show(offer)
    )

    get texts() {
      return this.own
    }

    set texts(texts: Partial<InstalmentTexts>) {
      this.own = texts ?? {}
      this.show(this.offer)
    }

    connectedCallback() {
      // Set before the element was registered: the accessor takes over.
      if (Object.hasOwn(this, "texts")) {
        const { texts } = this
        Reflect.deleteProperty(this, "texts")
        this.own = texts
      }
      this.show(null)
      this.refresh(0)
    }

    disconnectedCallback() {
      this.offers.stop()
      this.show(null)
    }

    attributeChangedCallback(name: string, old: unknown, value: unknown) {
      if (!this.isConnected || old === value) {
        return
      }
      if (name === "locale" || name === "texts") {
        this.show(this.offer)
      } else {
        this.refresh(SETTLE_MS)
      }
    }

    refresh(afterMs: number) {
      const question = questionOf((name) => this.getAttribute(name), config)
      if (question) {
        void this.offers.ask(question, afterMs)
      } else {
        this.offers.stop()
        this.show(null)
      }
    }

    /** Draws the offer, or takes no room at all; never throws into a page. */
    show(offer: Offer | null) {
      this.offer = offer
      try {
        const texts = textsWith({ ...this.attributeTexts(), ...this.own })
        const message = messageOf(offer, texts, this.locale())
        this.root.adoptedStyleSheets = [message ? shown : hidden]
        if (!message) {
          this.drawing?.close()
          return
        }
        const key = JSON.stringify(texts)
        if (!this.drawing || key !== this.drawnTexts) {
          this.drawing = draw(this.root, texts)
          this.drawnTexts = key
        }
        this.drawing.update(message)
      } catch {
        this.root.adoptedStyleSheets = [hidden]
      }
    }

    attributeTexts(): Partial<InstalmentTexts> {
      try {
        return JSON.parse(this.getAttribute("texts") ?? "{}")
      } catch {
        return {}
      }
    }

    locale() {
      return (
        this.getAttribute("locale") ??
        this.closest<HTMLElement>("[lang]")?.lang ??
        undefined
      )
    }
  }
}

function sheet(text: string) {
  const styles = new CSSStyleSheet()
  styles.replaceSync(text)
  return styles
}
