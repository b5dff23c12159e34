import { money } from "../shop/money"
import { Picture } from "./picture"

type Line = {
  id: string
  title: string
  variant_title?: string | null
  product_title?: string | null
  thumbnail?: string | null
  quantity: number
  unit_price: number
}

/** The lines of a cart or an order, to be read. */
export function Lines({ of }: { of: Line[] }) {
  return (
    <ul className="lines">
      {of.map((line) => (
        <li key={line.id}>
          <Picture of={line} />
          <span>
            <b>
              {line.quantity} × {line.product_title ?? line.title}
            </b>
            <small>{line.variant_title}</small>
          </span>
          <span className="amount">
            {money(line.unit_price * line.quantity)}
          </span>
        </li>
      ))}
    </ul>
  )
}
