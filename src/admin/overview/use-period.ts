import { useSearchParams } from "react-router-dom"
import type { Period } from "../data/use-overview"
import { dayText, daysBefore } from "./days"

/** Days shown when nothing is chosen. */
const USUAL = 30

/** The period that the plots are drawn over, kept in the address. */
export function usePeriod() {
  const [address, setAddress] = useSearchParams()
  const today = dayText(new Date())
  const period: Period = {
    from: address.get("from") ?? daysBefore(today, USUAL - 1),
    to: address.get("to") ?? today,
  }
  const choose = (chosen: Period) => setAddress({ ...chosen })
  return { period, today, choose }
}
