import {
  backlogFinding,
  callbacksFinding,
  configFinding,
  configOldSince,
  credentialsFinding,
  refusedSince,
} from "../health/checks"
import { HealthReader } from "../health/ledger"
import { inWords, THRESHOLDS, type Finding } from "../health/list"
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
    configOld(health, now),
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
  const verified_at = await health.lastVerified()
  const silence = await health.silence()
  const judge = (facts: Partial<Parameters<typeof callbacksFinding>[0]>) =>
    callbacksFinding({
      ...{ verified_at, unverified: null, silence: null, now },
      ...facts,
    })
  return [
    unverified &&
      causeOf(judge({ unverified }), {
        kind: "unverified-callbacks",
        title: "Callbacks with a wrong signature",
        opened_at: unverified.last_at,
        count: unverified.count,
        actions: ["resolve"],
      }),
    silence &&
      causeOf(judge({ silence }), {
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
    title: "Checkouts wait to be looked at",
    opened_at: new Date(oldest + THRESHOLDS.behind),
    count: behind.count,
    actions: ["check"],
  })
}

async function configOld(
  health: HealthReader,
  now: number
): Promise<Cause | null> {
  const config = await health.config()
  const configFailure = await health.configFailure()
  return causeOf(configFinding({ config, configFailure, now }), {
    kind: "config-old",
    ...titleOf(config, now),
    actions: ["refresh"],
  })
}

function titleOf(kept: KeptConfig | null, now: number) {
  if (!kept) {
    return { title: "No merchant config yet", opened_at: new Date(now) }
  }
  const oldSince = configOldSince(kept.fetched_at, now)
  return oldSince
    ? { title: "The merchant config is old", opened_at: oldSince }
    : {
        title: "The merchant config has no amount bands",
        opened_at: kept.changed_at ?? kept.fetched_at,
      }
}

async function credentialsRefused(health: HealthReader): Promise<Cause | null> {
  const contact = await health.contact()
  return causeOf(credentialsFinding(contact), {
    kind: "credentials-refused",
    title: "The service refuses the credentials",
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
