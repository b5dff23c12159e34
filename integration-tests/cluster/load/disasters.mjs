import { setTimeout as pause } from "node:timers/promises"

/**
 * One is killed so long after the one before it answered again: while one is
 * down the servers cannot meet over a cart, and that they must.
 */
const IDLE_WITHIN_MS = 6_000

/**
 * Kills one instance after the other while the shoppers shop, and restarts
 * Redis and PostgreSQL once each: after a third and after two thirds of them. With
 * `kills` more have to shop until there were so many.
 */
export class Disasters {
  /** What happened, in words. */
  happened = []
  #over = false
  #killing
  #restarts = []
  #restarting = []

  constructor(cluster, { shoppers, kills = 0 }) {
    this.cluster = cluster
    this.wanted = kills
    const { redis, database } = cluster
    this.#restarts = [
      { after: Math.ceil(shoppers / 3), name: "Redis", what: redis },
      {
        after: Math.ceil((2 * shoppers) / 3),
        name: "PostgreSQL",
        what: database,
      },
    ].filter(({ what }) => what.restart)
  }

  /** How many instances were killed. */
  get kills() {
    const { servers, worker } = this.cluster
    return [...servers, worker].reduce((n, one) => n + one.kills, 0)
  }

  /** Whether more have to be killed than were. */
  get goesOn() {
    return this.kills < this.wanted
  }

  begin() {
    const { servers, worker } = this.cluster
    this.#killing = this.#kill([...servers, worker])
    // Told by `end`; an error before it must not end the run unstopped.
    this.#killing.catch(() => {})
  }

  /** So many shoppers are done: what is due now happens. */
  progress(done) {
    const [next] = this.#restarts
    if (next && done >= next.after) {
      this.#restarts.shift()
      this.#say(`${next.name} is restarted after ${done} shoppers`)
      const restarting = next.what.restart()
      restarting.catch(() => {})
      this.#restarting.push(restarting)
    }
  }

  /** No more of it; resolves when everything answers again. */
  async end() {
    this.#over = true
    await Promise.all([this.#killing, ...this.#restarting])
  }

  async #kill(order) {
    for (let turn = 0; !this.#over; turn++) {
      await pause(IDLE_WITHIN_MS)
      const victim = order[turn % order.length]
      this.#say(`${victim.name} is killed`)
      await victim.killAndRestart()
    }
  }

  #say(what) {
    this.happened.push(what)
    console.log(`      ${what}`)
  }
}
