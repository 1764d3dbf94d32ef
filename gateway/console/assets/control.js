/** A refusal or failure of the control API, in the one error shape. */
class ControlError extends Error {
  constructor(
    status,
    { code = 'internal_error', message = 'The server did not answer.', details } = {},
    requestId,
  ) {
    super(message)
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
  }
}

/** Calls an RPC, `<package.Service>/<Method>`, over the Connect protocol, in the session of this browser. */
export async function call(rpc, message = {}) {
  const answer = await send(`/api/control/${rpc}`, 'POST', message, { 'Connect-Protocol-Version': '1' })
  return answer.json()
}

/** Who is signed in: `{ organization, user }`. @throws ControlError 401 for no one */
export async function session() {
  return (await send('/api/control/session', 'GET')).json()
}

export async function login(email, password) {
  await send('/api/control/session', 'POST', { email, password })
}

export async function logout() {
  await send('/api/control/session', 'DELETE')
}

/** What the control API opens, and to which roles (served beside this file). */
export async function access() {
  return (await send('access.json', 'GET')).json()
}

async function send(url, method, message, headers = {}) {
  let answer
  try {
    answer = await fetch(url, {
      method,
      headers: message === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
      ...(message === undefined ? {} : { body: JSON.stringify(message) }),
    })
  } catch {
    throw new ControlError(0)
  }
  if (answer.ok) return answer
  const body = await answer.json().catch(() => ({}))
  throw new ControlError(answer.status, body.error, answer.headers.get('x-request-id'))
}
