import { compactJson } from "../signing/compact"
import { sign } from "../signing/sign"
import type { SandboxSettings } from "../state/settings"

/** The `X-Signature` of a callback, by the scheme that the settings name. */
export function signCallback(
  body: string,
  settings: SandboxSettings,
  signingSecret: string
): string {
  const { algorithm, encoding, key } = settings.callbacks.signature
  return sign(compactJson(body), {
    algorithm,
    encoding,
    key: key ?? signingSecret,
  })
}

/** Writes a callback's body in the format that the settings name. */
export function writeCallback(body: unknown, settings: SandboxSettings) {
  const indent = settings.callbacks.format === "pretty" ? 2 : undefined
  return JSON.stringify(body, null, indent)
}
