import type { Check } from "../../answers"
import type { Seen } from "."

/** Which environment this is, in big letters. */
export function environmentCheck({ environment, options }: Seen): Check {
  const shifted = options.clock_offset_ms !== 0
  return {
    name: "environment",
    title: environment.toUpperCase(),
    state: shifted ? "warning" : "ok",
    text: `Payments go to ${options.base_url}.${shifted ? " The plugin's clock is shifted by clockOffset." : ""}`,
  }
}

/** Whether shoppers of any region can choose instalments. */
export function regionCheck({ regions, options }: Seen): Check {
  const title = "Region and currency"
  const currency = options.currency.toLowerCase()
  const fitting = regions.filter((region) => region.currency_code === currency)
  const enabled = fitting.filter((region) => region.enabled)
  if (enabled.length > 0) {
    const names = enabled.map(({ name }) => name).join(", ")
    const text = `Enabled in ${names} (${options.currency}).`
    return { name: "region", title, state: "ok", text }
  }
  return {
    name: "region",
    title,
    state: "error",
    text:
      fitting.length > 0
        ? `Instalments are not enabled in ${fitting.map(({ name }) => name).join(", ")}. Add the payment provider in the region's settings.`
        : `No region sells in ${options.currency}, the only currency of instalments here. Add one in the settings.`,
  }
}
