import { Badge } from "@medusajs/ui"
import { useStatus } from "../data/use-status"

/** Says on every page when no real money moves. */
export function EnvironmentBadge() {
  const { data } = useStatus()
  if (data?.environment !== "sandbox") {
    return null
  }
  return (
    <Badge color="orange" size="small">
      Sandbox: no real money
    </Badge>
  )
}
