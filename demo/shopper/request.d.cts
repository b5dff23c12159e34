type Input = {
  headers?: Record<string, string>
  body?: unknown
  /** Milliseconds until it is given up; 30 000 when left out. */
  maxWaitMs?: number
}

// What Medusa answers is only read by tests, which fail on what is not there.
export function request(
  method: string,
  url: string,
  input?: Input
): Promise<any>

export function ask(
  method: string,
  url: string,
  input?: Input
): Promise<{ status: number; json: any }>

export function logIn(
  backend: string,
  login: { email: string; password: string }
): Promise<{ authorization: string }>
