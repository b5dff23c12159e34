import type {
  MedusaNextFunction,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { MedusaError } from "@medusajs/framework/utils"
import { INSTALMENTS_MODULE } from "../modules/instalments"
import { log, messageOf } from "../modules/instalments/log"
import { notAvailable } from "../modules/instalments/rules"

/** A middleware on one of core's routes; `id` is that of the cart, order or collection. */
export type OurMiddleware = (
  req: MedusaRequest,
  res: MedusaResponse,
  next: MedusaNextFunction,
  id: string
) => Promise<unknown>

/** What a request is about, if that may have to do with instalments. */
type Ours = { id: string; ready: Promise<void> } | null

/**
 * What a request is about, by core's data; read once, and the ledger is looked at only
 * when it may be ours.
 */
export function about(read: (req: MedusaRequest) => Promise<string | null>) {
  const known = new WeakMap<MedusaRequest, Promise<Ours>>()
  const find = async (req: MedusaRequest): Promise<Ours> => {
    const id = await read(req)
    if (id === null) {
      return null
    }
    const ready = (async () =>
      req.scope.resolve(INSTALMENTS_MODULE).reach.check())()
    ready.catch(() => undefined)
    return { id, ready }
  }
  return (req: MedusaRequest): Promise<Ours> => {
    const found = known.get(req) ?? find(req)
    known.set(req, found)
    return found
  }
}

/**
 * Puts a middleware of ours on a route of core's, so that it never takes the route away:
 * it is left out for what is not ours, and when it fails, core answers without it and the
 * log has a line. Its refusals (not allowed, conflict) are answered. Where going on could
 * charge a shopper twice or lose the shop a payment, the request is refused by the words
 * in `closed` when the middleware fails.
 */
export function onlyOurs(
  find: (req: MedusaRequest) => Promise<Ours>,
  run: OurMiddleware,
  { closed }: { closed?: string } = {}
) {
  return async (
    req: MedusaRequest,
    res: MedusaResponse,
    next: MedusaNextFunction
  ) => {
    let isPassed = false
    const pass: MedusaNextFunction = (error?: unknown) => {
      if (!isPassed && !res.headersSent) {
        isPassed = true
        next(error)
      }
    }
    let refusal: MedusaError | undefined
    try {
      const ours = await find(req)
      if (!ours) {
        return pass()
      }
      refusal = closed ? notAvailable(closed) : undefined
      await ours.ready
      await run(req, res, pass, ours.id)
    } catch (error) {
      if (isRefusal(error)) {
        return pass(error)
      }
      log(req.scope).error(
        `${req.method} ${req.path} ${refusal ? "is refused" : "goes on"}, as a look at its instalments failed: ${messageOf(error)}`
      )
      pass(refusal)
    }
  }
}

/** On our own routes: answers in words, at once, while the ledger cannot be used. */
export async function needLedger(
  req: MedusaRequest,
  _res: MedusaResponse,
  next: MedusaNextFunction
) {
  try {
    await req.scope.resolve(INSTALMENTS_MODULE).reach.check()
  } catch (error) {
    log(req.scope).error(
      `${req.method} ${req.path} is refused, as the ledger cannot be used: ${messageOf(error)}`
    )
    throw notAvailable(
      "The instalments ledger cannot be used right now: its tables are missing or locked. Try again in a minute."
    )
  }
  next()
}

function isRefusal(error: unknown): boolean {
  const { NOT_ALLOWED, CONFLICT } = MedusaError.Types
  return (
    error instanceof MedusaError && [NOT_ALLOWED, CONFLICT].includes(error.type)
  )
}
