import type { DetailedHTMLProps, HTMLAttributes } from "react"

type MessageProps = DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement>

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "instalment-message": MessageProps & {
        amount: number
        "currency-code": string
      }
    }
  }
}

/** What a month would cost; nothing at all when there is no offer. */
export function InstalmentMessage(props: { amount: number }) {
  return <instalment-message amount={props.amount} currency-code="zar" />
}
