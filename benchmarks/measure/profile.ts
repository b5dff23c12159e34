import { Session, type Profiler } from "node:inspector/promises"

/** A profile by V8's sampler, as `--cpu-prof` writes it to a file, too. */
export type Profile = Profiler.Profile

/** One function and its share of the time in which JavaScript was running. */
export type Share = { where: string; share: number }

/** Where nothing was running. */
const IDLE = ["(idle)", "(program)", "(root)"]

/** Runs something and samples what this thread's time goes to meanwhile. */
export async function profiled(work: () => Promise<unknown>): Promise<Profile> {
  const session = new Session()
  session.connect()
  await session.post("Profiler.enable")
  await session.post("Profiler.start")
  await work()
  const { profile } = await session.post("Profiler.stop")
  session.disconnect()
  return profile
}

/** The functions in which most of the busy time was spent, themselves. */
export function topFunctions(profile: Profile, count: number): Share[] {
  return byShare(profile, ({ functionName, url, lineNumber }) => {
    const file = url
      .replace(/^.*\/node_modules\//, "")
      .replace(/^.*\/(src\/)/, (path, src: string) =>
        url.includes("/node_modules/") ? path : src
      )
    const at = file && ` ${file}:${lineNumber + 1}`
    return `${functionName || "(anonymous)"}${at}`
  }).slice(0, count)
}

/** The busy time by what the code belongs to, as `ownerOf` names its address. */
export function byOwner(
  profile: Profile,
  ownerOf: (url: string) => string
): Share[] {
  return byShare(profile, ({ url }) => ownerOf(url))
}

/** The share of the busy time that is spent in code or in what it calls. */
export function shareUnder(
  profile: Profile,
  isMeant: (url: string) => boolean
): number {
  const meant = new Set<number>()
  const byId = new Map(profile.nodes.map((node) => [node.id, node]))
  const mark = (id: number, isUnder: boolean) => {
    const node = byId.get(id)
    const isIn = isUnder || isMeant(node?.callFrame.url ?? "")
    if (isIn) {
      meant.add(id)
    }
    node?.children?.forEach((child) => mark(child, isIn))
  }
  mark(profile.nodes[0]?.id ?? 0, false)
  const marked = profile.nodes.map((node) => ({
    ...node,
    callFrame: { ...node.callFrame, url: meant.has(node.id) ? "in" : "" },
  }))
  const shares = byOwner({ ...profile, nodes: marked }, (url) => url)
  return shares.find(({ where }) => where === "in")?.share ?? 0
}

function byShare(
  { nodes, samples = [], timeDeltas = [] }: Profile,
  nameOf: (frame: Profiler.ProfileNode["callFrame"]) => string
): Share[] {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  let busy = 0
  samples.forEach((id, index) => {
    const frame = frames.get(id)
    if (!frame || IDLE.includes(frame.functionName)) {
      return
    }
    const ms = timeDeltas[index] ?? 0
    busy += ms
    const name = nameOf(frame)
    times.set(name, (times.get(name) ?? 0) + ms)
  })
  return [...times]
    .map(([where, ms]) => ({ where, share: ms / busy }))
    .sort((a, b) => b.share - a.share)
}
