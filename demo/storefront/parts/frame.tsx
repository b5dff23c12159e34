import { Link } from "../shop/address"
import { useCart } from "../shop/cart"

export function Header() {
  const { cart } = useCart()
  const count = (cart?.items ?? []).reduce((sum, one) => sum + one.quantity, 0)
  return (
    <header className="frame">
      <Link to="" className="brand">
        Karoo &amp; Co
      </Link>
      <nav aria-label="Shop">
        <Link to="">Products</Link>
        <Link to="/cart" data-testid="cart-link">
          Cart{count > 0 && <span className="count">{count}</span>}
        </Link>
      </nav>
    </header>
  )
}

export function Footer() {
  return (
    <footer className="frame">
      A demo shop: nothing is sold here, and no money moves.
    </footer>
  )
}
