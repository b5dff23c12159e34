/**
 * What went wrong with a request to the service. It never holds a secret, a
 * request body or an expected signature, in the message or elsewhere.
 */
export class ServiceError extends Error {
  constructor(message: string) {
    super(message)
    this.name = new.target.name
  }
}

/** 401: the client secret is wrong for this address. */
export class CredentialsError extends ServiceError {}

/** 400 about `X-Signature`: the signing key or the bytes are wrong. */
export class SignatureError extends ServiceError {}

/**
 * Any other 4xx but a proxy's: the service's rule, with its own words in `detail`.
 */
export class RuleError extends ServiceError {
  constructor(
    message: string,
    readonly status: number,
    readonly detail: string
  ) {
    super(message)
  }
}

/**
 * 404: what was asked for by its id is not there for this account. Any other refusal
 * (403, 422) says nothing of whether it is.
 */
export function isNotFound(error: unknown): boolean {
  return error instanceof RuleError && error.status === 404
}

/** 429: not before `retryAfterSeconds` from now. */
export class RateLimitError extends ServiceError {
  constructor(
    message: string,
    readonly retryAfterSeconds: number,
    /**
     * True when our own count refused it, before anything was sent that the
     * service can have processed.
     */
    readonly nothingSent = false
  ) {
    super(message)
  }
}

/** It was checked a moment ago: its own pause is not over. */
export class AskedRecentlyError extends RateLimitError {}

/**
 * No answer of the service, or a 5xx: a mutating request may have been processed.
 */
export class UnavailableError extends ServiceError {
  constructor(
    message: string,
    /**
     * True when nothing left this machine for the service, whatever kept it: its name,
     * its certificate, a proxy, a header that cannot be sent. Nothing was processed then.
     */
    readonly neverSent = false
  ) {
    super(message)
  }
}

/** An answer that cannot be read: the request may have been processed. */
export class UnexpectedAnswerError extends ServiceError {}
