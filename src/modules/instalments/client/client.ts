import type { z } from "@medusajs/framework/zod"
import type { CustomerPrefill, LineItem } from "../domain/checkout-content"
import type { Endpoint, Urgency } from "../limits/endpoints"
import { below } from "../options/addresses"
import { UnexpectedAnswerError } from "./errors"
import {
  Exchange,
  type Account,
  type Call,
  type Gate,
  type Heard,
} from "./exchange"
import { linkedPage, type Page } from "./page"
import {
  checkoutEnvelope,
  checkoutList,
  configEnvelope,
  createdEnvelope,
  refundEnvelope,
  refundList,
} from "./schemas"

/** What a checkout is created from. Amounts are integer cents. */
export type CheckoutRequest = {
  amount: number
  currency: string
  client_reference_id: string
  notify_url: string
  success_url: string
  cancel_url: string
  customer: CustomerPrefill
  line_items: LineItem[]
}

type Links = { next: string | null; last?: unknown }
type Posted = { payload: object } & Pick<Call, "urgency" | "personal">

/**
 * The service's API over HTTP: knows signing, time-outs and limits, not Medusa.
 * Every method throws a `ServiceError`; its class says what happened.
 */
export class InstalmentsClient {
  private readonly exchange: Exchange

  constructor(
    private readonly account: Account,
    gate: Gate,
    hear?: (heard: Heard) => Promise<void>,
    /** How long a whole answer may take, in milliseconds. */
    wholeAnswerMs?: number
  ) {
    this.exchange = new Exchange(account, gate, hear, wholeAnswerMs)
  }

  /** POST /api/checkouts. Sent once: a repeat needs a new reference. */
  createCheckout(checkout: CheckoutRequest) {
    return this.post("POST /api/checkouts", createdEnvelope(this.account), {
      payload: { checkout },
      urgency: "shopper",
      personal: wordsOf(checkout.customer),
    })
  }

  /** GET /api/checkouts/:id, by the service's id. 5 a minute. */
  fetchCheckout(id: string, urgency: Urgency) {
    const path = `/api/checkouts/${encodeURIComponent(id)}`
    const endpoint = "GET /api/checkouts/:id"
    return this.get(endpoint, path, checkoutEnvelope, urgency).then(
      about(id, endpoint)
    )
  }

  /** GET /api/checkouts, newest first. 1 a minute. */
  listCheckouts(page: Page, urgency: Urgency = "background") {
    return this.list("GET /api/checkouts", checkoutList, page, urgency)
  }

  /** GET /api/config. 5 an hour. */
  fetchConfig(urgency: Urgency = "background") {
    const endpoint = "GET /api/config"
    return this.get(endpoint, "/api/config", configEnvelope, urgency)
  }

  /** POST /api/refunds, `amount` in cents. 1 a second. Sent once. */
  createRefund(
    refund: { checkout_id: string; amount: number },
    urgency: Urgency = "background"
  ) {
    return this.post("POST /api/refunds", refundEnvelope, {
      payload: refund,
      urgency,
    })
  }

  /** GET /api/refunds/:id, by the service's id. */
  fetchRefund(id: string, urgency: Urgency) {
    const path = `/api/refunds/${encodeURIComponent(id)}`
    const endpoint = "GET /api/refunds/:id"
    return this.get(endpoint, path, refundEnvelope, urgency).then(
      about(id, endpoint)
    )
  }

  /** GET /api/refunds, in no particular order. 1 a minute. */
  listRefunds(page: Page, urgency: Urgency = "background") {
    return this.list("GET /api/refunds", refundList, page, urgency)
  }

  /** Closes the connections that are kept alive. */
  close() {
    return this.exchange.close()
  }

  /** A page of a list, and which pages come next and last as its links say. */
  private async list<T extends z.ZodType<{ links: Links }>>(
    endpoint: "GET /api/checkouts" | "GET /api/refunds",
    schema: T,
    page: Page,
    urgency: Urgency
  ) {
    const path = endpoint.replace("GET ", "")
    // The bracketed names are sent literally, as the API wants them.
    const query = `?page[number]=${page.number}&page[items]=${page.items}`
    const answer = await this.get(endpoint, path + query, schema, urgency)
    const address = new URL(below(this.account.baseUrl, path))
    const { next, last } = answer.links
    return {
      ...answer,
      next: linkedPage(next, address),
      last: linkedPage(last, address),
    }
  }

  private async get<T extends z.ZodType>(
    endpoint: Endpoint,
    path: string,
    schema: T,
    urgency: Urgency
  ): Promise<z.output<T>> {
    const { text } = await this.exchange.send({ endpoint, path, urgency })
    return read(text, schema, endpoint)
  }

  private async post<T extends z.ZodType>(
    endpoint: Endpoint,
    schema: T,
    { payload, ...call }: Posted
  ): Promise<z.output<T>> {
    const { text } = await this.exchange.send({
      ...call,
      endpoint,
      path: endpoint.replace("POST ", ""),
      // Serialised once: the same bytes are signed and sent.
      body: JSON.stringify(payload),
    })
    return read(text, schema, endpoint)
  }
}

/** What an error may quote of a shopper: the address as a whole, and its lines. */
function wordsOf(customer: CustomerPrefill): string[] {
  const { billing_address = "", ...words } = customer
  return [
    ...Object.values(words),
    billing_address,
    ...billing_address.split(","),
  ]
}

/** So many fields of an answer an error names. */
const MOST_NAMED = 5

function read<T extends z.ZodType>(
  text: string,
  schema: T,
  endpoint: Endpoint
): z.output<T> {
  const { data, error } = schema.safeParse(parsed(text, endpoint))
  if (error) {
    const fields = error.issues.map(({ path }) => path.join(".") || "all of it")
    throw new UnexpectedAnswerError(
      `${endpoint}: the service's answer lacks what the API promises. Missing or wrong: ${fields.slice(0, MOST_NAMED).join(", ")}.`
    )
  }
  return data
}

function parsed(text: string, endpoint: Endpoint): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnexpectedAnswerError(
      `${endpoint}: the service's answer is no JSON.`
    )
  }
}

/** A cache in between may answer with an old response, which proves nothing. */
function about(id: string, endpoint: Endpoint) {
  return <T extends { id: string }>(answer: T): T => {
    if (answer.id.toLowerCase() !== id.toLowerCase()) {
      throw new UnexpectedAnswerError(
        `${endpoint}: asked about ${id}, the answer is about ${answer.id}.`
      )
    }
    return answer
  }
}
