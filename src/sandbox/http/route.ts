import { answerApi } from "../api/answer-api"
import { answerControl } from "../control/answer-control"
import { openApi } from "../docs/openapi"
import { homePage } from "../home/home-page"
import { answerPage } from "../page/answer-page"
import type { Parts } from "../parts"
import { problem, type Answer, type Exchange } from "./exchange"

/** Brings a request to the part of the sandbox that it is for. */
export async function route(parts: Parts, exchange: Exchange): Promise<Answer> {
  const { method, path } = exchange
  const [, area] = path.split("/")
  if (area === "api") {
    return answerApi(parts, exchange)
  }
  if (area === "sandbox") {
    return answerControl(parts, exchange)
  }
  if (area === "pay") {
    return answerPage(parts, exchange)
  }
  if (method === "GET" && path === "/docs/api/v2") {
    return { status: 200, json: openApi(exchange.origin) }
  }
  return method === "GET" && path === "/"
    ? homePage(parts)
    : problem(404, "Not found.")
}
