/** What the store's doctor finds, and the names of the checks that are wrong. */
export async function doctor(store) {
  const { ok, findings } = JSON.parse(await store.ours("doctor", "--json"))
  const wrong = findings.filter(({ state }) => state === "wrong")
  // So that an unexpected finding can be understood from the log.
  wrong.forEach(({ check, saw }) => console.log(`    ${check}: ${saw}`))
  return { ok, findings, wrong: wrong.map(({ check }) => check) }
}
