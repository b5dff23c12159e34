const SAY_AGAIN_MS = 10_000

/** Does `work` and says on the console what is done and how long it took. */
export async function step(title, work) {
  const start = Date.now()
  const seconds = () => ((Date.now() - start) / 1000).toFixed(1)
  console.log(`  · ${title} ...`)
  const reporting = setInterval(
    () => console.log(`    still at it, ${seconds()} s`),
    SAY_AGAIN_MS
  )
  try {
    const result = await work()
    console.log(`  ✓ ${title} (${seconds()} s)`)
    return result
  } finally {
    clearInterval(reporting)
  }
}
