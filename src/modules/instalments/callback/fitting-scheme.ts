import type { InstalmentsOptions } from "../options/parse-options"
import {
  ALGORITHMS,
  ENCODINGS,
  verifySignature,
  type SignatureScheme,
  type Signed,
} from "./signature"

/** The options that may be wrong about how callbacks are signed. */
type KeyedOptions = Pick<
  InstalmentsOptions,
  "clientSecret" | "signingSecret"
> & { callback: SignatureScheme }

/**
 * Which algorithm, encoding and key of the store's would have verified a callback that
 * its options did not verify, as advice for the log. It proves nothing, nothing is
 * believed by it, and it holds no part of the callback or of a key.
 */
export function fittingScheme(
  received: Signed,
  { clientSecret, signingSecret, callback }: KeyedOptions
): string {
  const keys = { "callback.key": callback.key, signingSecret, clientSecret }
  for (const algorithm of ALGORITHMS) {
    for (const encoding of ENCODINGS) {
      for (const [option, key] of Object.entries(keys)) {
        const scheme = { algorithm, encoding, key }
        if (verifySignature({ ...received, scheme }).verified) {
          return `It fits HMAC-${algorithm.toUpperCase()} in ${encoding} with ${option}. ${advise({ algorithm, encoding, option }, callback)}`
        }
      }
    }
  }
  return "No algorithm, encoding and key of this store fits it."
}

function advise(
  fit: { algorithm: string; encoding: string; option: string },
  { algorithm, encoding }: SignatureScheme
): string {
  const changes = [
    fit.algorithm !== algorithm && `callback.algorithm: ${fit.algorithm}`,
    fit.encoding !== encoding && `callback.encoding: ${fit.encoding}`,
    fit.option === "clientSecret" && "callback.key: the value of clientSecret",
    // A key that is in callback.key too is found there.
    fit.option === "signingSecret" && "callback.key: none",
  ].filter((change) => change !== false)
  return `Set ${changes.join(", ")}, and restart.`
}
