/** What a return address template may hold, each in braces. */
export type TemplateValues = {
  cart_id: string
  order_id?: string
  country_code: string
}

/**
 * Fills `{cart_id}`, `{order_id}` and `{country_code}`, URL-encoded. A part of the path
 * that would be empty is left out.
 */
export function fillTemplate(template: string, values: TemplateValues) {
  return template.replace(
    /\{(cart_id|order_id|country_code)\}\/?/g,
    (found, key: keyof TemplateValues, at: number) => {
      const value = encodeURIComponent(values[key] ?? "")
      const isPart = found.endsWith("/") && template[at - 1] === "/"
      return isPart && !value ? "" : found.replace(`{${key}}`, value)
    }
  )
}

/** What a storefront without a country makes of `/${country}/return`. */
const withoutHoles = (path: string) =>
  path.replace(/\/(?:undefined|null)?(?=\/)/g, "")

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
  if (parsed) {
    parsed.pathname = withoutHoles(parsed.pathname)
  }
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
