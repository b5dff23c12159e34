import { isMet, type Figure } from "./figure"
import type { Machine } from "./machine"

/** The figures of one run, by benchmark. */
export type Report = Machine & {
  loadAfter: number[]
  results: Record<string, Figure[]>
}

/** The report as Markdown, so that it can be pasted into a page. */
export function printTable(report: Report): string {
  const { at, node, processor, cores, memoryGb, load, loadAfter } = report
  const rows = Object.entries(report.results).flatMap(([name, figures]) =>
    figures.map((figure) => row(name, figure))
  )
  return [
    `${at.slice(0, 10)}, ${processor}, ${cores} cores, ${memoryGb} GB, Node ${node}; load ${load[0]} before, ${loadAfter[0]} after.`,
    "",
    "| benchmark | measured | value | compared to | ratio | aim | met |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...rows,
    "",
    ...notes(report),
  ].join("\n")
}

function row(name: string, figure: Figure): string {
  const { what, value, against, ratio, aim } = figure
  const aimed = !aim
    ? ""
    : "atMost" in aim
      ? `≤ ${Number(aim.atMost.toPrecision(3))}`
      : `≥ ${aim.atLeast}`
  const met = { true: "yes", false: "no", null: "" }[String(isMet(figure))]
  const cells = [name, what, value, against, printRatio(ratio), aimed, met]
  return `| ${cells.join(" | ")} |`
}

function notes({ results }: Report): string[] {
  const all = Object.entries(results).flatMap(([name, figures]) =>
    figures.flatMap(({ what, note }) =>
      note ? `- ${name}, ${what}: ${note}` : []
    )
  )
  return all.length ? [...all, ""] : []
}

function printRatio(ratio: number): string {
  return ratio.toFixed(ratio < 10 ? 3 : 1)
}
