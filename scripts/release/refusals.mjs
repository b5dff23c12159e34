const UNRELEASED = /^## Unreleased\n+([\s\S]*?)(?=^## |$(?![\s\S]))/m

/** What is new since the last release, by the changelog; empty when nothing. */
export function unreleased(changelog) {
  return (UNRELEASED.exec(changelog)?.[1] ?? "").trim()
}

/** The changelog with what is new under the version and the day of its release. */
export function dated(changelog, version, day) {
  return changelog.replace(
    UNRELEASED,
    (_, news) => `## Unreleased\n\n## ${version} (${day})\n\n${news.trim()}\n\n`
  )
}

/**
 * Everything that forbids a release, in words: all at once, so that nobody
 * mends one thing to hear of the next.
 */
export function refusals({
  version,
  current,
  tags,
  branch,
  status,
  changelog,
}) {
  const [wanted, now] = [numbers(version), numbers(current)]
  const rules = [
    [!wanted, `"${version}" is no version like 1.2.3.`],
    [
      wanted && compare(wanted, now) < 0,
      `${version} is lower than ${current}, which package.json has.`,
    ],
    [
      tags.includes(`v${version}`),
      `v${version} is released already: choose a higher version.`,
    ],
    [
      branch !== "main",
      `This is ${branch || "no branch"}: release from main, after a merge.`,
    ],
    [
      status !== "",
      `The tree is dirty: commit or remove these first.\n${status}`,
    ],
    [
      unreleased(changelog) === "",
      "CHANGELOG.md says nothing under Unreleased: write what is new for a store.",
    ],
  ]
  return rules.filter(([forbids]) => forbids).map(([, words]) => words)
}

function numbers(version) {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(version ?? "")
  return parts?.slice(1).map(Number)
}

function compare(a, b) {
  const at = a.findIndex((part, i) => part !== b[i])
  return at < 0 ? 0 : a[at] - b[at]
}
