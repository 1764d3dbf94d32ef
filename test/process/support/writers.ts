import { setTimeout as sleep } from 'node:timers/promises'

/** A write that was answered 201: the name that was sent, and the id and request id under which it is recorded. */
export type Acknowledged = { path: string; name: string; id: string; requestId: string }

/** The writes of concurrent clients, and those that were acknowledged before the server ended. */
type Written = { sent: string[]; acknowledged: Acknowledged[]; refused: number[] }

const BODIES: { [path: string]: (name: string) => object } = {
  '/incidents': (title) => ({ title, severity: 'high' }),
  '/assets': (name) => ({
    name,
    asset_type: 'database',
    classification: 'internal',
    business_criticality: 'low',
  }),
  '/suppliers': (name) => ({ name, category: 'standard' }),
}

/**
 * Starts clients that write and read as fast as they are answered, until the server ends. `stop` ends them if the server keeps
 * running.
 */
export function write(baseUrl: string, key: string, label: string, clients = 8) {
  const written: Written = { sent: [], acknowledged: [], refused: [] }
  const stopped = new AbortController()
  const paths = Object.keys(BODIES)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const client = async (n: number): Promise<void> => {
    for (let i = 0; !stopped.signal.aborted; i++) {
      const path = paths[(n + i) % paths.length]!
      const name = `${label} ${n} ${i}`
      written.sent.push(name)
      try {
        const body = JSON.stringify(BODIES[path]!(name))
        const response = await fetch(`${baseUrl}/api/v1${path}`, { method: 'POST', headers, body })
        const answer = (await response.json()) as { id: string }
        const requestId = response.headers.get('x-request-id')!
        if (response.status === 201) written.acknowledged.push({ path, name, id: answer.id, requestId })
        else written.refused.push(response.status)
        if (i % 5 === 4) await (await fetch(`${baseUrl}/api/v1${path}?limit=1`, { headers })).text()
      } catch {
        return
      }
    }
  }
  const done = Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
  return {
    written,
    /** Resolves once `count` writes are acknowledged. */
    async until(count: number): Promise<void> {
      while (written.acknowledged.length < count) await sleep(5)
    },
    async stop(): Promise<Written> {
      stopped.abort()
      await done
      return written
    },
    async gone(): Promise<Written> {
      await done
      return written
    },
  }
}
