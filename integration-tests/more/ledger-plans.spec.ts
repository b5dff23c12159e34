import { operations } from "./plans/operations"
import { scansOf } from "./plans/read-plans"
import { withStore } from "../harness/with-store"

withStore((store) => {
  it("has an index for everything that the store does with its ledger", async () => {
    const scans: Record<string, unknown> = {}
    for (const { name, run } of operations) {
      const found = await scansOf(
        store,
        () => run(store, 1).catch(() => null),
        {
          evenIfSmall: true,
        }
      )
      scans[name] = found
    }
    expect(scans).toEqual(
      Object.fromEntries(operations.map(({ name }) => [name, []]))
    )
  })
})
