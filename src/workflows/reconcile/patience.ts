/**
 * So long a run waits for a limit by the minute, which is free again only a
 * little later than a run a minute begins: otherwise every second run would
 * come too early and ask nothing.
 */
export const PATIENCE_MS = 20_000
