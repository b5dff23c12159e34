import { useSyncExternalStore, type AnchorHTMLAttributes } from "react"

/** The only country that the demo sells to; the first part of every path. */
export const COUNTRY = "za"

/**
 * Where the shop is: `/za/products/mug?x=y` is `["products", "mug"]` and x. The
 * country may be left out, as Medusa's own links do.
 */
export function useAddress() {
  const href = useSyncExternalStore(subscribe, () => location.href)
  const { pathname, searchParams } = new URL(href)
  const [, ...parts] = pathname.split("/").map(decodeURIComponent)
  if (parts[0] === COUNTRY) {
    parts.shift()
  }
  return { parts, query: searchParams }
}

/** The address of a page of the shop; `path` is without the country. */
export const pathOf = (path: string) => `/${COUNTRY}${path}`

/** Goes to a page of the shop; `path` is without the country. */
export function go(path: string, { replace = false } = {}) {
  goToAddress(pathOf(path), { replace })
}

/** Goes to a page of the shop by its whole address. */
export function goToAddress(to: string, { replace }: { replace: boolean }) {
  history[replace ? "replaceState" : "pushState"](null, "", to)
  scrollTo(0, 0)
  dispatchEvent(new PopStateEvent("popstate"))
}

type LinkProps = AnchorHTMLAttributes<HTMLAnchorElement> & { to: string }

/** A link to a page of the shop; new tabs and such work as with any link. */
export function Link({ to, ...rest }: LinkProps) {
  return (
    <a
      {...rest}
      href={pathOf(to)}
      onClick={(event) => {
        const { metaKey, ctrlKey, shiftKey, button } = event
        if (metaKey || ctrlKey || shiftKey || button !== 0) {
          return
        }
        event.preventDefault()
        go(to)
      }}
    />
  )
}

function subscribe(changed: () => void) {
  addEventListener("popstate", changed)
  return () => removeEventListener("popstate", changed)
}
