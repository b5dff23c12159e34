import {
  deliver,
  startFront,
} from "../../integration-tests/cluster/store/front.mjs"

/** The one address that the service calls: each callback goes to the next server. */
export function startCallbackFront(servers) {
  let turn = 0
  return startFront((callback) =>
    deliver(servers[turn++ % servers.length], callback)
  )
}
