import { Alert } from "@medusajs/ui"
import { Link } from "react-router-dom"
import { useAttention } from "../data/use-attention"

/** Leads to what needs a person; silent when nothing does. */
export function NeedsAttention() {
  const { data } = useAttention()
  if (!data?.count) {
    return null
  }
  return (
    <Alert variant="warning">
      <Link to="/instalments/attention" className="underline">
        {data.count === 1
          ? "One thing needs you"
          : `${data.count} things need you`}
      </Link>
    </Alert>
  )
}
