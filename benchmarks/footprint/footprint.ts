import { z } from "@medusajs/framework/zod"
import { execFile } from "node:child_process"
import { rmSync } from "node:fs"
import { resolve } from "node:path"
import { promisify } from "node:util"
import packageJson from "../../package.json"
import type { Figure } from "../figure"
import { median } from "../measure/median"
import type { BenchStore } from "../store/boot"
import { bareStore } from "./bare-store"
import { installedSize } from "./installed-size"

const ROUNDS = 5
const run = promisify(execFile)
const packed = z.array(z.object({ size: z.number(), unpackedSize: z.number() }))
const booted = z.object({ ms: z.number(), processor: z.number() })
type Booted = z.infer<typeof booted>

/** What the plugin adds to a store that has nothing else: to install, to boot. */
export async function footprint(store: BenchStore): Promise<Figure[]> {
  process.env.INSTALMENTS_BASE_URL = store.sandbox.url
  const { size, unpackedSize } = await pack()
  const peers = Object.keys(packageJson.peerDependencies)
  const medusa = installedSize(peers)
  const needed = installedSize(Object.keys(packageJson.dependencies), peers)
  const { plain, ours } = await bootInTurns()
  const middle = (boots: Booted[], of: keyof Booted) =>
    median(boots.map((boot) => boot[of]))
  return [
    {
      what: "boot of a store with the plugin",
      value: seconds(middle(ours, "ms")),
      against: `without it: ${seconds(middle(plain, "ms"))}`,
      ratio: middle(ours, "ms") / middle(plain, "ms"),
    },
    {
      what: "processor time of that boot",
      value: seconds(middle(ours, "processor")),
      against: `without it: ${seconds(middle(plain, "processor"))}`,
      ratio: middle(ours, "processor") / middle(plain, "processor"),
    },
    {
      what: "installed size with the plugin",
      value: megabytes(medusa + unpackedSize + needed),
      against: `without it: ${megabytes(medusa)}`,
      ratio: (medusa + unpackedSize + needed) / medusa,
      note: `The package is ${megabytes(size)} to download and ${megabytes(unpackedSize)} unpacked; what it needs and Medusa does not bring is ${megabytes(needed)}.`,
    },
  ]
}

/** Builds the package and tells its size. */
async function pack() {
  // npm's own JSON; what the build says goes elsewhere.
  await run("npm", ["run", "build"], { cwd: root })
  const { stdout } = await run(
    "npm",
    ["pack", "--dry-run", "--json", "--ignore-scripts"],
    { cwd: root, maxBuffer: 2 ** 24 }
  )
  return packed.parse(JSON.parse(stdout))[0]!
}

async function bootInTurns() {
  const stores = { plain: bareStore(false), ours: bareStore(true) }
  const boots = { plain: [] as Booted[], ours: [] as Booted[] }
  // The first round fills the disk's cache and is not counted.
  for (let round = 0; round <= ROUNDS; round++) {
    for (const who of ["plain", "ours"] as const) {
      const boot = await bootOnce(stores[who])
      if (round > 0) {
        boots[who].push(boot)
      }
    }
  }
  Object.values(stores).forEach((folder) => {
    rmSync(folder, { recursive: true, force: true })
  })
  return boots
}

async function bootOnce(cwd: string): Promise<Booted> {
  const env = { ...process.env, NODE_OPTIONS: "", LOG_LEVEL: "error" }
  const { stdout } = await run(process.execPath, ["boot-once.cjs"], {
    cwd,
    env,
  })
  return booted.parse(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""))
}

const root = resolve(__dirname, "../..")
const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
