import { createHmac } from "node:crypto"
import type { z } from "@medusajs/framework/zod"
import { Agent, request } from "undici"
import { UnavailableError, UnexpectedAnswerError } from "./errors"
import { readError } from "./read-error"
import { checkoutEnvelope, configEnvelope, createdEnvelope } from "./schemas"
import type { CustomerPrefill } from "../domain/customer"
import type { LineItem } from "../domain/line-items"

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

const GET_TRIES = 3
const MAX_ANSWER_BYTES = 1024 * 1024

/**
 * The service's API over HTTP: knows signing and time-outs, not Medusa. Every
 * method throws a `ServiceError` of the class that says what it means.
 */
export class InstalmentsClient {
  private readonly agent = new Agent({
    connect: { timeout: 3_000 },
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
    maxResponseSize: MAX_ANSWER_BYTES,
  })

  constructor(
    private readonly account: {
      baseUrl: string
      clientSecret: string
      signingSecret: string
    }
  ) {}

  /** POST /api/checkouts. Sent once: whoever repeats it needs a new reference. */
  createCheckout(checkout: CheckoutRequest) {
    return this.send("POST", "/api/checkouts", createdEnvelope, { checkout })
  }

  /** GET /api/checkouts/:id, by the service's id. 5 a minute. */
  fetchCheckout(id: string) {
    const path = `/api/checkouts/${encodeURIComponent(id)}`
    return this.send("GET", path, checkoutEnvelope)
  }

  /** GET /api/config. 5 an hour. */
  fetchConfig() {
    return this.send("GET", "/api/config", configEnvelope)
  }

  /** Closes the connections that are kept alive. */
  close() {
    return this.agent.close()
  }

  private async send<T extends z.ZodType>(
    method: "GET" | "POST",
    path: string,
    schema: T,
    payload?: object
  ): Promise<z.output<T>> {
    const what = `${method} ${path}`
    // Serialised once: these very bytes are signed and sent.
    const body = payload && JSON.stringify(payload)
    const { status, text } = await this.exchange(method, path, body)
    if (status < 200 || status > 299) {
      throw readError(status, text, what)
    }
    try {
      return schema.parse(JSON.parse(text))
    } catch {
      throw new UnexpectedAnswerError(
        `${what}: the service's answer (${status}) cannot be read or lacks what the API promises.`
      )
    }
  }

  private async exchange(method: "GET" | "POST", path: string, body?: string) {
    const tries = method === "GET" ? GET_TRIES : 1
    for (let left = tries; ; left--) {
      try {
        const answer = await request(new URL(path, this.account.baseUrl), {
          method,
          body,
          headers: this.headers(body),
          dispatcher: this.agent,
        })
        return { status: answer.statusCode, text: await answer.body.text() }
      } catch (error) {
        const { code = "unknown" } = error as { code?: string }
        // A time-out was long enough for who waits; only connections retry.
        if (left <= 1 || code.includes("TIMEOUT")) {
          throw new UnavailableError(
            `${method} ${path}: the service did not answer (${code}).`
          )
        }
      }
    }
  }

  private headers(body?: string): Record<string, string> {
    const { clientSecret, signingSecret } = this.account
    const authorization = `Bearer ${clientSecret}`
    if (body === undefined) {
      return { authorization }
    }
    return {
      authorization,
      "content-type": "application/json",
      "x-signature": createHmac("sha512", signingSecret)
        .update(body)
        .digest("base64"),
    }
  }
}
