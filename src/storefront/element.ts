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

/** The attributes that change what is asked, and not only how it is told. */
const QUESTION = /^(amount|currency-code|base-url|publishable-key)$/
/** Quick changes of an attribute are one request after this, in milliseconds. */
const SETTLE_MS = 120

/**
 * Registers `<instalment-message amount currency-code before-tax? chosen? locale?
 * texts?>`, once. `amount` is major units; with `before-tax` tax comes on top of it;
 * `chosen` says that the shopper has chosen instalments. On a server it does nothing,
 * nor in a browser from before 2023, which cannot style it: the element then stays
 * empty.
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
      "before-tax",
      "chosen",
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

    get texts(): Partial<InstalmentTexts> {
      return this.own
    }

    // React 19 sets what it finds as a property, also where JSON was written.
    set texts(texts: Partial<InstalmentTexts> | string) {
      this.own = typeof texts === "string" ? parsed(texts) : (texts ?? {})
      this.show(this.offer)
    }

    connectedCallback() {
      // Set before the element was registered: the accessor takes over.
      if (Object.hasOwn(this, "texts")) {
        const { texts } = this
        Reflect.deleteProperty(this, "texts")
        this.texts = texts
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
      if (QUESTION.test(name)) {
        this.refresh(SETTLE_MS)
      } else {
        this.show(this.offer)
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
        const lang = this.language()
        const own = { ...parsed(this.getAttribute("texts")), ...this.own }
        const texts = this.suited(textsWith(own, lang))
        const message = messageOf(offer, texts, lang)
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

    /** The texts for where the message stands, and for what its amount is. */
    suited(texts: InstalmentTexts): InstalmentTexts {
      if (this.hasAttribute("before-tax")) {
        const { messageBeforeTax: message, noteBeforeTax, note } = texts
        return { ...texts, message, note: `${noteBeforeTax} ${note}` }
      }
      return this.hasAttribute("chosen")
        ? { ...texts, message: texts.messageChosen }
        : texts
    }

    // Not "locale": what React 19 finds on an element it sets, as a property.
    language() {
      return (
        this.getAttribute("locale") ??
        this.closest<HTMLElement>("[lang]")?.lang ??
        undefined
      )
    }
  }
}

function parsed(texts: string | null): Partial<InstalmentTexts> {
  try {
    return JSON.parse(texts ?? "{}")
  } catch {
    return {}
  }
}

function sheet(text: string) {
  const styles = new CSSStyleSheet()
  styles.replaceSync(text)
  return styles
}
