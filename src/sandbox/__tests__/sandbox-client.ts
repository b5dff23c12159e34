import { createHmac } from "node:crypto"
import { startSandbox, type Sandbox, type SandboxInput } from ".."

/** The keys of every sandbox in these tests. */
export const KEYS = {
  clientSecret: "test-client-secret",
  signingSecret: "test-signing-secret",
}

/** The parts of an API answer that the tests read. */
export type ApiBody = {
  data?: {
    id: string
    attributes: Record<string, unknown>
  } & { id: string }[]
  links?: Record<string, string | null>
  errors?: { detail: string }[]
} & Record<string, unknown>

/** Starts a sandbox on a free port. */
export function start(settings: SandboxInput["settings"] = {}) {
  return startSandbox({ ...KEYS, settings })
}

/** The signature of a text, implemented separately on purpose. */
export function signature(text: string, key = KEYS.signingSecret): string {
  return createHmac("sha512", key).update(text).digest("base64")
}

/** Calls the API with the right credentials; text is sent as it is. */
export async function call(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {}
) {
  const text = typeof body === "string" ? body : JSON.stringify(body)
  const response = await fetch(sandbox.url + path, {
    method,
    body: text,
    redirect: "manual",
    headers: { authorization: `Bearer ${KEYS.clientSecret}`, ...headers },
  })
  const json = (await response.json()) as ApiBody
  return {
    status: response.status,
    body: json,
    detail: json.errors?.[0]?.detail,
  }
}

/** Calls the API with a body that is signed. */
export function signed(sandbox: Sandbox, path: string, body: unknown) {
  const text = JSON.stringify(body)
  return call(sandbox, "POST", path, text, { "x-signature": signature(text) })
}

/** A checkout that the API accepts. */
export function checkoutBody(more: Record<string, unknown> = {}) {
  return {
    checkout: {
      amount: 139_955,
      currency: "ZAR",
      client_reference_id: "order-1",
      success_url: "http://localhost:8000/thanks",
      cancel_url: "http://localhost:8000/cart",
      customer: { email: "thandi@example.com", phone_number: "0821234567" },
      line_items: [{ name: "Mug", amount: 139_955, quantity: 1 }],
      ...more,
    },
  }
}

/** Creates a checkout and answers its id. */
export async function create(
  sandbox: Sandbox,
  more: Record<string, unknown> = {}
): Promise<string> {
  const { body } = await signed(sandbox, "/api/checkouts", checkoutBody(more))
  return body.data!.id
}

/** Calls the control interface. */
export async function control(
  sandbox: Sandbox,
  method: string,
  path: string,
  body?: unknown
) {
  const response = await fetch(`${sandbox.url}/sandbox${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const json = (await response.json()) as Record<string, unknown>
  return { status: response.status, body: json }
}
