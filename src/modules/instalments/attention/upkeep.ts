import { callbacksFinding } from "../health/callbacks"
import { HealthReader } from "../health/ledger"
import { CHECKS, inWords, THRESHOLDS, type Finding } from "../health/list"
import { backlogFinding } from "../health/processes"
import {
  configFinding,
  configOldSince,
  credentialsFinding,
  refusedSince,
} from "../health/service"
import type { KeptConfig } from "../ledger/kept-config"
import { NOTHING, type Cause, type Place } from "./cause"

/**
 * Problems that stop the plugin from working: the checks of the health list
 * that need only the ledger.
 */
export async function upkeep(place: Place): Promise<Cause[]> {
  if (place.reference) {
    return []
  }
  const { db, now } = place
  const health = new HealthReader(db, () => now)
  const found = await Promise.all([
    reconcileBehind(health, place),
    configOld(health, place),
    credentialsRefused(health),
  ])
  const callbacks = await callbacksFail(health, now)
  return [...callbacks, ...found].filter((cause) => cause !== null)
}

/**
 * Callbacks come and are not believed, and none comes that can be. Anybody can send
 * the first, so they do not hide the second.
 */
async function callbacksFail(
  health: HealthReader,
  now: number
): Promise<(Cause | null)[]> {
  const unverified = await health.unverified()
  const verifiedAt = await health.lastVerified()
  const silence = await health.silence()
  return [
    causeOf(callbacksFinding(verifiedAt, unverified, null, now), {
      kind: "unverified-callbacks",
      title: CHECKS.callbacks.attention,
      opened_at: unverified?.last_at ?? new Date(0),
      count: unverified?.count ?? 0,
      actions: ["resolve"],
    }),
    silence &&
      causeOf(callbacksFinding(verifiedAt, null, silence, now), {
        kind: "missing-callbacks",
        title: "No callback comes",
        opened_at: silence.last_at,
        count: silence.payments,
        actions: ["resolve"],
      }),
  ]
}

async function reconcileBehind(
  health: HealthReader,
  { options }: Place
): Promise<Cause | null> {
  const behind = await health.behind(options)
  const oldest = behind.oldest?.getTime() ?? 0
  return causeOf(backlogFinding(behind), {
    kind: "reconcile-behind",
    title: CHECKS.backlog.attention,
    opened_at: new Date(oldest + THRESHOLDS.behind),
    count: behind.count,
    actions: ["check"],
  })
}

async function configOld(
  health: HealthReader,
  { options, now }: Place
): Promise<Cause | null> {
  const kept = await health.config()
  const failure = await health.configFailure()
  const { currency } = options
  return causeOf(configFinding(kept, { now, currency, failure }), {
    kind: "config-old",
    ...titleOf(kept, now),
    actions: ["refresh"],
  })
}

function titleOf(kept: KeptConfig | null, now: number) {
  if (!kept) {
    return { title: "No merchant config yet", opened_at: new Date(now) }
  }
  const oldSince = configOldSince(kept.fetched_at, now)
  return oldSince
    ? { title: CHECKS.config.attention, opened_at: oldSince }
    : {
        title: "The merchant config has no amount bands",
        opened_at: kept.changed_at ?? kept.fetched_at,
      }
}

async function credentialsRefused(health: HealthReader): Promise<Cause | null> {
  const contact = await health.contact()
  return causeOf(credentialsFinding(contact), {
    kind: "credentials-refused",
    title: CHECKS.credentials.attention,
    opened_at: refusedSince(contact) ?? new Date(0),
    actions: ["refresh"],
  })
}

/** A finding as an item of the list, when it needs somebody. */
function causeOf(
  finding: Finding,
  item: Pick<Cause, "kind" | "title" | "opened_at" | "actions"> & {
    count?: number
  }
): Cause | null {
  return finding.state === "warning" || finding.state === "error"
    ? { ...NOTHING, ...item, key: item.kind, text: inWords(finding) }
    : null
}
