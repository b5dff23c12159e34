/** What operators read: lines of the log, spans and counts. */
export {
  asAttributes,
  checkoutReferences,
  log,
  logLine,
  messageOf,
  withoutSql,
} from "./telemetry/log"
export { countCallback } from "./telemetry/metrics"
export { traced } from "./telemetry/tracing"
