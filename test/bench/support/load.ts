import autocannon from 'autocannon'

/** One kind of request, which many connections repeat. `body` may differ from request to request. */
export type Load = {
  url: string
  method: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | (() => string | Buffer)
  /** Further headers for a body that differs from request to request. */
  headersOf?: (body: string | Buffer) => Record<string, string>
  /** The status that every answer must have. */
  expect: number
}

/** Measures requests per second over some seconds, with keep-alive connections. @throws Error when any answer has another status */
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
 * Measures the rates of two loads in turn, A B A B …, after a warm-up of each, and their ratio pair by pair. The turns are many
 * and short, since a machine that others share changes its speed from second to second.
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

/** The time after which V8 has compiled the code of a call (docs/decisions/0183-the-warm-up-of-the-bench.md). */
const WARM_UP_SECONDS = 12

/** Measures the rate of a load over some seconds. */
type Turn = (load: Load, seconds: number) => Promise<number>

/** Medians over the rounds: of the ratio of a pair, with its quartiles, and of both sides. */
export type Paired = { ratio: number; low: number; high: number; ours: number; bare: number }

/** Summarizes pairs of measurements, ours and the reference's. Leaves out pairs in which the reference gave no answer. */
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

/** Returns a quantile, by linear interpolation between the two nearest values. */
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
