/** Whether a text is an absolute http or https address. */
export function isWebUrl(text: string): boolean {
  const url = parse(text)
  return url?.protocol === "http:" || url?.protocol === "https:"
}

/** Whether callbacks may go there: https, or http on this machine. */
export function isNotifiable(text: string): boolean {
  const url = parse(text)
  return (
    url?.protocol === "https:" ||
    (url?.protocol === "http:" && isLoopback(url.hostname))
  )
}

function isLoopback(host: string): boolean {
  return (
    host === "[::1]" ||
    host === "localhost" ||
    host.endsWith(".localhost") ||
    /^127\.\d+\.\d+\.\d+$/.test(host)
  )
}

function parse(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
