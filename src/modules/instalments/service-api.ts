/** The service's API: callbacks, answers, errors and limits. */
export { notifyUrl, PROBE } from "./callback/notify-url"
export { claimedReference, readCallback } from "./callback/parse-callback"
export { fittingScheme } from "./callback/fitting-scheme"
export { LONGEST_CALLBACK } from "./callback/read-body"
export { verifySignature } from "./callback/signature"
export {
  AskedRecentlyError,
  CredentialsError,
  isNotFound,
  RateLimitError,
  RuleError,
  ServiceError,
  SignatureError,
  UnavailableError,
  UnexpectedAnswerError,
} from "./client/errors"
export { afterRefusal, LARGEST_PAGE } from "./client/page"
export { ENDPOINTS, mostOf } from "./limits/endpoints"
export { LIMIT_WAIT_MS } from "./limits/request-limits"
