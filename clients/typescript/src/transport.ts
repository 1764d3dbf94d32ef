import { type RetryOptions, send } from './http.ts'
import { jsonText } from './json.ts'

/** Options of one call. */
export type CallOptions = { signal?: AbortSignal | undefined }
/** Options of a call that creates something. */
export type CreateOptions = CallOptions & {
  /** 1 to 255 visible ASCII characters. A call repeated with the same key within 24 hours does not create anything again. */
  idempotencyKey?: string | undefined
}

export type Query = { [name: string]: unknown }

/** Calls `{baseUrl}/api/v1` with an API key. */
export class Transport {
  readonly #base: string
  readonly #key: string
  readonly #retryOptions: RetryOptions

  constructor(baseUrl: string, apiKey: string, retryOptions: RetryOptions) {
    const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
    if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
      throw new TypeError('baseUrl: write https://attestry.example.com')
    if (url.username !== '' || url.password !== '') throw new TypeError('baseUrl: must not hold credentials')
    // A variable that is not set would be sent as the text `undefined`.
    if (typeof apiKey !== 'string' || !/^[!-~]+$/.test(apiKey)) throw new TypeError('apiKey: not a key')
    this.#base = `${url.href.replace(/\/+$/, '')}/api/v1`
    this.#key = apiKey
    this.#retryOptions = retryOptions
  }

  get(path: string, query: Query, { signal }: CallOptions): Promise<unknown> {
    const url = `${this.#base}${path}${queryText(query)}`
    return send({ method: 'GET', url, headers: () => this.#headers(), signal }, this.#retryOptions)
  }

  /** Every attempt carries the same Idempotency-Key, so that a retry after a lost answer creates nothing twice. */
  post(path: string, body: unknown, options: CreateOptions): Promise<unknown> {
    const { idempotencyKey = randomKey(), signal } = options
    const headers = () => ({
      ...this.#headers(),
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    })
    const request = { method: 'POST' as const, url: `${this.#base}${path}`, headers, signal }
    return send({ ...request, body: jsonText(body) }, this.#retryOptions)
  }

  #headers(): Record<string, string> {
    return { authorization: `Bearer ${this.#key}`, accept: 'application/json' }
  }
}

/** Returns `?a=b`, or an empty text. Commas separate several values of one parameter (docs/api.md 4.1.8). */
function queryText(query: Query): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const one = value instanceof Date ? value.toISOString() : String(value)
    if (value !== undefined && value !== null) text.set(name, one)
  }
  return text.size === 0 ? '' : `?${text}`
}

/** Returns 128 random bits. `crypto.randomUUID` does not exist on pages without https. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
