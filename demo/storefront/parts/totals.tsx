import { money } from "../shop/money"

type Totalled = {
  total: number
  original_item_total: number
  discount_total: number
  shipping_total: number
  tax_total: number
  shipping_methods?: { name?: string | null }[] | null
}

/** What a cart or an order comes to. */
export function Totals({ of }: { of: Totalled }) {
  const [shipping] = of.shipping_methods ?? []
  return (
    <dl className="totals">
      <div>
        <dt>Products</dt>
        <dd>{money(of.original_item_total)}</dd>
      </div>
      {of.discount_total > 0 && (
        <div>
          <dt>Discount</dt>
          <dd>{money(-of.discount_total)}</dd>
        </div>
      )}
      {shipping && (
        <div>
          <dt>{shipping.name}</dt>
          <dd>{of.shipping_total > 0 ? money(of.shipping_total) : "free"}</dd>
        </div>
      )}
      <div className="total">
        <dt>Total</dt>
        <dd data-testid="total">{money(of.total)}</dd>
      </div>
      <div>
        <dt>of which VAT</dt>
        <dd>{money(of.tax_total)}</dd>
      </div>
    </dl>
  )
}
