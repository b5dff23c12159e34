import { LastOrder } from "../parts/last-order"
import { Failure } from "../parts/notice"
import { Page } from "../parts/page"
import { Picture } from "../parts/picture"
import { Link } from "../shop/address"
import { regionId, store } from "../shop/connection"
import { money } from "../shop/money"
import { useAnswer } from "../shop/use-answer"

export function ProductsPage() {
  const { data, error } = useAnswer(
    () =>
      store.product.list({
        region_id: regionId,
        fields: "title,subtitle,handle,thumbnail,*variants.calculated_price",
      }),
    []
  )
  return (
    <Page title="Made well, made here">
      <LastOrder />
      <Failure error={error} />
      <ul className="products" aria-busy={!data && !error}>
        {data?.products.map((product) => {
          const prices = (product.variants ?? []).map(
            ({ calculated_price }) => calculated_price?.calculated_amount ?? 0
          )
          const lowest = Math.min(...prices)
          const isOne = lowest === Math.max(...prices)
          return (
            <li key={product.id}>
              <Link to={`/products/${product.handle}`}>
                <Picture of={product} />
                <b>{product.title}</b>
                <small>{product.subtitle}</small>
                <span>
                  {isOne ? "" : "from "}
                  {money(lowest)}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </Page>
  )
}
