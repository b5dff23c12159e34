import {
  createCipheriv,
  createDecipheriv,
  hkdfSync,
  randomBytes,
} from "node:crypto"
import { z } from "@medusajs/framework/zod"

/** What a payment link names. */
export type PaymentLink = {
  order_id: string
  /** When it was made, to the millisecond: what is taken back was made before that. */
  made_at: Date
  /** Its end: nothing can be paid by it afterwards. Whole seconds. */
  expires_at: Date
}

const CIPHER = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16
/** Longer than a token can be; a longer text is refused unread. */
const LONGEST = 512
/**
 * The key of links is used for nothing else, and the key that signs requests
 * opens no link.
 */
const PURPOSE = "medusa-payment-instalments: payment link, version 1"

const content = z.tuple([z.string().min(1), z.number().int(), z.number().int()])

/**
 * The token of a payment link: the order and the link's end, encrypted and
 * authenticated. The Store API shows an order to anybody who knows its id, so
 * the token must not reveal the id. Nobody can make a token for another order.
 *
 * `secret` is the newest of the option `signingSecret`. A link is valid for as
 * long as the key that made it is in that list.
 */
export function sealLink(
  { order_id, made_at, expires_at }: PaymentLink,
  secret: string
): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(secret), iv)
  const seconds = Math.floor(expires_at.getTime() / 1_000)
  return Buffer.concat([
    iv,
    cipher.update(
      JSON.stringify([order_id, seconds, made_at.getTime()]),
      "utf8"
    ),
    cipher.final(),
    cipher.getAuthTag(),
  ]).toString("base64url")
}

/**
 * Opens a token that `sealLink` has made with one of the secrets: the link, and
 * whether it has ended at `now` (milliseconds). Null for every other text.
 */
export function openLink(
  token: string,
  { secrets, now }: { secrets: string[]; now: number }
): (PaymentLink & { ended: boolean }) | null {
  const bytes = Buffer.from(token.slice(0, LONGEST), "base64url")
  // The last base64 character has unused bits: only one spelling of a token is
  // accepted.
  const isOne = bytes.toString("base64url") === token
  if (!isOne || bytes.length <= IV_BYTES + TAG_BYTES) {
    return null
  }
  const read = secrets.reduce<unknown>(
    (found, secret) => found ?? decrypt(bytes, secret),
    null
  )
  const link = content.safeParse(read)
  if (!link.success) {
    return null
  }
  const [order_id, seconds, made] = link.data
  const expires_at = new Date(seconds * 1_000)
  const ended = now >= expires_at.getTime()
  return { order_id, made_at: new Date(made), expires_at, ended }
}

/** What a token holds; null when another secret made it, or nobody. */
function decrypt(bytes: Buffer, secret: string): unknown {
  const iv = bytes.subarray(0, IV_BYTES)
  const decipher = createDecipheriv(CIPHER, keyOf(secret), iv, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const text = Buffer.concat([
      decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES)),
      decipher.final(),
    ]).toString("utf8")
    return JSON.parse(text)
  } catch {
    return null
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", PURPOSE, 32))
}
