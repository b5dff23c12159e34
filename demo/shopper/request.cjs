// CommonJS, which the demo's modules and the tests' TypeScript both can load.

/** A JSON request; an answer that is not 2xx throws with its message. */
async function request(method, url, input = {}) {
  const { status, json } = await ask(method, url, input)
  if (status < 200 || status > 299) {
    const why = json?.message ?? JSON.stringify(json)
    throw new Error(`${method} ${url} answered ${status}: ${why}`)
  }
  return json
}

/** A JSON request whose answer is told as it is. */
async function ask(method, url, { headers, body, maxWaitMs = 30_000 } = {}) {
  const response = await fetch(url, {
    method,
    headers: { "content-type": "application/json", ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
    signal: AbortSignal.timeout(maxWaitMs),
  })
  const text = await response.text()
  try {
    return { status: response.status, json: JSON.parse(text) }
  } catch {
    return { status: response.status, json: undefined }
  }
}

/** Logs in to a store's admin; answers the headers that its requests need. */
async function logIn(backend, { email, password }) {
  const url = `${backend}/auth/user/emailpass`
  const { token } = await request("POST", url, { body: { email, password } })
  return { authorization: `Bearer ${token}` }
}

module.exports = { request, ask, logIn }
