import { Refusal, type Answer, type Exchange } from "../http/exchange"
import { readJson } from "../http/read-body"
import type { Parts } from "../parts"
import type { SettingsChange } from "../state/settings"
import { controlCheckout } from "./control-checkout"
import { fault, flag, moment, type Input } from "./read-input"

/** Answers `/sandbox/…`: the control interface over HTTP, JSON, no keys. */
export async function answerControl(
  parts: Parts,
  exchange: Exchange
): Promise<Answer> {
  const input: Input = exchange.raw.trim() ? readJson(exchange.raw) : {}
  const [, , area = "", id = "", action = ""] = exchange.path.split("/")
  const json = await act(parts, {
    route: `${exchange.method} ${area}`,
    id: decodeURIComponent(id),
    action,
    input,
  })
  return { status: 200, json }
}

type Request = { route: string; id: string; action: string; input: Input }

async function act(parts: Parts, request: Request): Promise<unknown> {
  const { route, id, input } = request
  const { control, clock, faults, journal, state } = parts
  switch (route) {
    case "GET state":
      return showState(parts)
    case "POST checkouts":
      return controlCheckout(control, request)
    case "POST refund_requests":
      return { refund_request: await moveRefund(parts, request) }
    case "POST clock":
      await clock.advanceTo(moment(input, clock.now()))
      return { now: clock.iso() }
    case "PUT settings":
      return { settings: control.set(input as SettingsChange) }
    case "POST faults":
      return { id: faults.add(fault(input)) }
    case "DELETE faults":
      return { removed: id ? faults.remove(id) : (faults.clear(), true) }
    case "GET journal":
      return journal
    case "GET callbacks":
      return {
        callbacks: state.attempts,
        deliveries: [...state.deliveries.values()],
      }
    case "POST reset":
      control.reset()
      return { now: clock.iso() }
  }
  throw new Refusal(404, "The control interface has no such route.")
}

function moveRefund({ control }: Parts, { id, action, input }: Request) {
  const force = flag(input, "force")
  switch (action) {
    case "approve":
      return control.approveRefund(id)
    case "complete":
      return control.completeRefund(id, { force })
    case "fail":
      return control.failRefund(id, { force })
  }
  throw new Refusal(404, "Refund requests know approve, complete and fail.")
}

function showState({ state, clock, faults }: Parts) {
  return {
    now: clock.iso(),
    checkouts: [...state.checkouts.values()],
    refund_requests: [...state.refundRequests.values()],
    settings: state.settings,
    faults: faults.list(),
    signing_seen: state.signingSeen,
  }
}
