import type { AskedDocument } from "../contract/ask-document"
import type { Difference } from "../contract/difference"
import { judgeDocument } from "../contract/judge"
import type { KeptContract } from "../contract/keeper"
import type { Sender } from "../contract/what-we-send"
import type { Finding } from "./list"

/** How many points one text names. */
const NAMED = 3
/** How many lines of the doctor's table there are at most for each verdict. */
const MOST_LINES = 20

const ADVICE =
  "See the points under API contract on the set-up page. Payments go on, whatever the document says."

/** Whether the service's own description fits this plugin, as last compared. */
export function contractFinding(kept: KeptContract | null): Finding {
  if (!kept?.judged_at || !kept.verdict) {
    return {
      state: "unknown",
      saw: kept?.failure ?? "It was not compared yet.",
      next: "The job asks by itself, or press Check now.",
    }
  }
  const last = kept.failure
    ? ` The last try gave no document: ${kept.failure}`
    : ""
  const seen = `Compared on ${kept.judged_at.toISOString()}.`
  const points = kept.points ?? []
  const found = summary(points)
  return found.state === "warning"
    ? {
        state: "warning",
        saw: `${found.saw} ${named(points)} ${seen}${last}`,
        next: ADVICE,
      }
    : { state: "ok", saw: `${found.saw} ${seen}${last}` }
}

/** A point as a sentence. */
export function pointInWords({ where, what, then }: Difference): string {
  return `${where} ${what}${then ? ` ${then}` : ""}`
}

function named(points: Difference[]): string {
  const breaking = points.filter(({ verdict }) => verdict === "breaks")
  return breaking
    .slice(0, NAMED)
    .map(({ where, what }) => `${where} ${what}`)
    .join(" ")
}

function summary(points: Difference[]): Finding {
  const count = (verdict: Difference["verdict"]) =>
    points.filter((one) => one.verdict === verdict).length
  const breaking = count("breaks")
  const handled = count("handled")
  const differs = `differs in ${handled} ${handled === 1 ? "point" : "points"} for which this plugin has a decision`
  if (breaking > 0) {
    return {
      state: "warning",
      saw: `The service's OpenAPI document differs in ${breaking} ${breaking === 1 ? "point" : "points"} that this plugin cannot handle.`,
    }
  }
  return {
    state: "ok",
    saw:
      handled > 0
        ? `The service's OpenAPI document ${differs}.`
        : "The service's OpenAPI document fits what this plugin sends and reads.",
  }
}

/**
 * The comparison of a document that was just asked for, for the doctor: what
 * breaks, then what differs and is handled, a line each.
 */
export function contractFindings(
  asked: AskedDocument,
  sender: Sender
): Finding[] {
  if ("waitSeconds" in asked) {
    return [
      {
        state: "unknown",
        saw: "The service's OpenAPI document was asked for less than a minute ago.",
        next: `Ask again in ${asked.waitSeconds} seconds.`,
      },
    ]
  }
  const judged =
    "text" in asked
      ? judgeDocument(asked.text, sender)
      : { reason: asked.reason, next: asked.next }
  if ("reason" in judged) {
    const next = "next" in judged ? judged.next : undefined
    return [{ state: "unknown", saw: judged.reason, next }]
  }
  const { points } = judged
  return [
    summary(points),
    ...lines(points, "breaks", "warning"),
    ...lines(points, "handled", "note"),
  ]
}

function lines(
  points: Difference[],
  verdict: Difference["verdict"],
  state: "warning" | "note"
): Finding[] {
  const all = points.filter((one) => one.verdict === verdict)
  const more = all.length - MOST_LINES
  return [
    ...all.slice(0, MOST_LINES).map(({ where, what, then }) => ({
      state,
      saw: `${where} ${what}`,
      next: then,
    })),
    ...(more > 0 ? [{ state, saw: `And ${more} more points.` }] : []),
  ]
}
