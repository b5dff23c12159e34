/// <reference lib="dom" />
import {
  createContext,
  useContext,
  useMemo,
  useSyncExternalStore,
  type ReactElement,
  type ReactNode,
} from "react"
import { createInstalments, type Instalments } from "../client.js"
import { pageTextsWith, type PageTexts } from "../page-texts.js"
import type { Connection } from "../request.js"
import type { InstalmentTexts } from "../texts.js"

/** Every word that a shopper reads of this package. */
export type ShopperTexts = InstalmentTexts & PageTexts

/** What the components of a shop have in common. */
export type InstalmentsProviderProps = Connection & {
  /**
   * The language of the texts, of money and of days, like `af` or `en-ZA`; the
   * page's `lang` unless given. Where pages are rendered on a server, give it.
   */
  lang?: string
  /** Texts of the shop's own, in place of the language's. */
  texts?: Partial<ShopperTexts>
  /**
   * Goes to a page of the shop; unless given, the browser loads it. A function,
   * so only where the provider is rendered by a client component.
   */
  navigate?: (address: string, options: { replace: boolean }) => void
  children?: ReactNode
}

/** What the components and hooks find around them. */
export type Shop = {
  client: Instalments
  connection: Connection
  lang: string | undefined
  own: Partial<ShopperTexts> | undefined
  texts: PageTexts
  navigate: (address: string, options: { replace: boolean }) => void
}

const ShopContext = createContext<Shop | null>(null)

/**
 * Says once, around a shop, how its store is reached and in which language it
 * speaks. Every component and hook of this package stands somewhere inside.
 */
export function InstalmentsProvider({
  baseUrl,
  publishableKey,
  fetch,
  lang: given,
  texts: own,
  navigate = load,
  children,
}: InstalmentsProviderProps): ReactElement {
  const page = useSyncExternalStore(subscribe, pageLanguage, noLanguage)
  const lang = given ?? page
  const connection = useMemo(
    () => ({ baseUrl, publishableKey, ...(fetch && { fetch }) }),
    [baseUrl, publishableKey, fetch]
  )
  const client = useMemo(() => createInstalments(connection), [connection])
  const texts = useMemo(() => pageTextsWith(own ?? {}, lang), [own, lang])
  const shop = useMemo(
    () => ({ client, connection, lang, own, texts, navigate }),
    [client, connection, lang, own, texts, navigate]
  )
  return <ShopContext.Provider value={shop}>{children}</ShopContext.Provider>
}

/** The client of the provider around. @throws without a provider. */
export function useInstalments(): Instalments {
  return useShop().client
}

/** All that the provider around has to give. @throws without a provider. */
export function useShop(): Shop {
  const shop = useContext(ShopContext)
  if (!shop) {
    throw new Error(
      "Instalments have no provider: render <InstalmentsProvider baseUrl publishableKey> around the shop."
    )
  }
  return shop
}

function load(address: string, { replace }: { replace: boolean }) {
  location[replace ? "replace" : "assign"](address)
}

// A page's language does not change while it is open.
const subscribe = () => () => {}
const pageLanguage = () => document.documentElement.lang || undefined
const noLanguage = () => undefined
