import { Failure } from "../parts/notice"
import { Page } from "../parts/page"
import { Picture } from "../parts/picture"
import { BuyForm } from "../parts/buy-form"
import { regionId, store } from "../shop/connection"
import { useAnswer } from "../shop/use-answer"
import { NotFoundPage } from "./not-found"

const fields = "*variants.calculated_price,+variants.variant_rank"

export function ProductPage({ handle }: { handle: string }) {
  const { data, error } = useAnswer(
    () => store.product.list({ handle, region_id: regionId, fields }),
    [handle]
  )
  if (!data) {
    return (
      <main aria-busy={!error}>
        <Failure error={error} />
      </main>
    )
  }
  const [product] = data.products
  return product ? (
    <Page title={product.title} className="product">
      <Picture of={product} />
      <div className="about">
        <p className="subtitle">{product.subtitle}</p>
        <BuyForm product={product} />
        <p>{product.description}</p>
      </div>
    </Page>
  ) : (
    <NotFoundPage />
  )
}
