import autocannon from 'autocannon'

/** One kind of request, repeated by many connections. `body` may differ from request to request. */
export type Load = {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | (() => string | Buffer)
  /** Further headers, of a body that differs from request to request. */
  headersOf?: (body: string | Buffer) => Record<string, string>
  /** The only status that counts. */
  expect: number
}

/** Requests a second over some seconds, with 32 keep-alive connections. @throws Error when any answer is another status */
export async function rate(load: Load, seconds: number, connections = 32): Promise<number> {
  const { url, method, headers = {}, body, headersOf = () => ({}), expect } = load
  const sent = body === undefined ? {} : { headers: { 'content-type': 'application/json', ...headers } }
  const changing = typeof body === 'function'
  const result = await autocannon({
    url,
    method,
    headers,
    connections,
    duration: seconds,
    ...sent,
    ...(typeof body === 'string' ? { body } : {}),
    ...(changing ? { requests: [{ setupRequest: (request) => changed(request, body(), headersOf) }] } : {}),
  })
  const statuses = Object.keys(result.statusCodeStats ?? {})
  if (statuses.some((status) => Number(status) !== expect) || result.errors > 0) {
    throw new Error(`${method} ${url}: ${JSON.stringify(result.statusCodeStats)}, ${result.errors} errors`)
  }
  return result.requests.total / result.duration
}

function changed<R extends { headers?: object }>(
  request: R,
  body: string | Buffer,
  headersOf: (body: string | Buffer) => Record<string, string>,
): R & { body: string | Buffer } {
  return { ...request, body, headers: { ...request.headers, ...headersOf(body) } }
}

/**
 * Rates of two loads measured in turn, A B A B …, after a warm-up of each; the ratio pair by pair. Many short turns, since
 * a machine that others share changes its speed from second to second.
 */
export async function paired(
  a: Load,
  b: Load,
  { rounds = 20, seconds = 1, turn = rate as Turn } = {},
): Promise<Paired> {
  await rate(a, WARM_UP_SECONDS)
  await rate(b, WARM_UP_SECONDS)
  const pairs: [number, number][] = []
  for (let i = 0; i < rounds; i++) pairs.push([await turn(a, seconds), await turn(b, seconds)])
  return compared(pairs)
}

/** Until V8 has compiled what a call runs (docs/decisions/0183-the-warm-up-of-the-bench.md). */
const WARM_UP_SECONDS = 12

/** Measures the rate of a load over some seconds. */
type Turn = (load: Load, seconds: number) => Promise<number>

/** Medians over the rounds: of the ratio of a pair, with its quartiles, and of both sides. */
export type Paired = { ratio: number; low: number; high: number; ours: number; bare: number }

/** What pairs of measurements, ours and the reference's, come to. A pair without an answer of the reference says nothing. */
export function compared(measured: [ours: number, bare: number][]): Paired {
  const pairs = measured.filter(([, bare]) => bare > 0)
  const ratios = pairs.map(([ours, bare]) => ours / bare)
  return {
    ratio: median(ratios),
    low: quantile(ratios, 0.25),
    high: quantile(ratios, 0.75),
    ours: median(pairs.map(([ours]) => ours)),
    bare: median(pairs.map(([, bare]) => bare)),
  }
}

/** By linear interpolation between the two values next to it. */
function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((x, y) => x - y)
  const at = share * (sorted.length - 1)
  const below = sorted[Math.floor(at)]!
  return below + (at % 1) * (sorted[Math.ceil(at)]! - below)
}

export function median(values: number[]): number {
  const sorted = values.toSorted((x, y) => x - y)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
