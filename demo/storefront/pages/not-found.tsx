import { Page } from "../parts/page"
import { Link } from "../shop/address"

export function NotFoundPage() {
  return (
    <Page title="There is no such page" className="narrow">
      <p>
        The address may be old or mistyped. <Link to="">See all products</Link>
      </p>
    </Page>
  )
}
