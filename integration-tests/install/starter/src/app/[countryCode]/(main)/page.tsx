import { listProducts } from "@lib/data/products"
import Link from "next/link"

type Props = { params: Promise<{ countryCode: string }> }

export default async function HomePage({ params }: Props) {
  const { countryCode } = await params
  const products = await listProducts(countryCode)

  return (
    <ul>
      {products.map(({ id, handle, title }) => (
        <li key={id}>
          <Link href={`/${countryCode}/products/${handle}`}>{title}</Link>
        </li>
      ))}
    </ul>
  )
}
