/** One answer of the REST API: status, headers, parsed body and its text. */
// biome-ignore lint/suspicious/noExplicitAny: what the server answers is what a test inspects.
export type Answer = { status: number; headers: Headers; body: any; text: string }

/** Calls the REST API as a client would. An object is sent as JSON, and a string or bytes unchanged. */
export async function call(
  baseUrl: string,
  path: string,
  options: { key?: string; method?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const { key, body } = options
  const raw = typeof body === 'string' || body instanceof Uint8Array || body === undefined
  const response = await fetch(`${baseUrl}${path}`, {
    method: options.method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body === undefined ? {} : { body: raw ? (body as string) : JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: parsed(text) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
