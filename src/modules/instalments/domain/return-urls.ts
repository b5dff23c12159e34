/** What a return address template may hold, each in braces. */
export type TemplateValues = {
  cart_id: string
  order_id?: string
  country_code: string
}

/** Fills `{cart_id}`, `{order_id}` and `{country_code}`, URL-encoded. */
export function fillTemplate(template: string, values: TemplateValues) {
  return template.replace(
    /\{(cart_id|order_id|country_code)\}/g,
    (_, key: keyof TemplateValues) => encodeURIComponent(values[key] ?? "")
  )
}

/**
 * A return address that a storefront asked for, if its origin is one that the
 * store allows: anything else would be an open redirect. The refusal names the
 * address and the rule.
 */
export function allowedReturnUrl(
  url: string,
  allowedOrigins: string[]
): { url: string } | { refusal: string } {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const allowed =
    parsed &&
    ["http:", "https:"].includes(parsed.protocol) &&
    !parsed.username &&
    !parsed.password &&
    allowedOrigins.includes(parsed.origin)
  return allowed
    ? { url: parsed.href }
    : {
        refusal: `The return address ${url.slice(0, 200)} is not on an origin that this store allows (${allowedOrigins.join(", ")}). Leave it out or use one of these.`,
      }
}
