import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, call } from '../../harness/rest.ts'
import { send } from '../../webhook/support/send.ts'
import { AGENT, DOCUMENTED_TOOL, type Scene } from './scene.ts'

/** A write that was answered with success: the ids in its answer, and the request id, which is also the id of its entry. */
type Acknowledged = { kind: Kind; name: string; ids: string[]; requestId: string; replay: boolean }

/** All writes of the clients, those that were acknowledged, and every answer that was neither success nor a fault. */
export type Sent = {
  names: string[]
  acknowledged: Acknowledged[]
  faults: Answer[]
  unexpected: Answer[]
  /** How long the slowest answer took. */
  slowestMs: number
}

export type Kind = 'incident' | 'evaluations' | 'run' | 'events' | 'gate' | 'delivery'
const KINDS: Kind[] = ['incident', 'evaluations', 'run', 'events', 'gate', 'delivery']

/** A load on an installation that fails and recovers; it runs until it is stopped. */
export type Load = {
  sent: Sent
  /**
   * Resolves once every kind has been acknowledged `count` more times.
   * @throws Error for an answer that no fault explains, and when recovery takes too long
   */
  more(count: number): Promise<void>
  /** Resolves once `count` more writes were answered with a fault. */
  moreFaults(count: number): Promise<void>
  stop(): Promise<Sent>
}

/**
 * Starts clients that write as fast as they are answered, every kind in turn. A failed write is not sent again under its name,
 * except a delivery: like senders of webhooks, it is repeated until it is accepted.
 *
 * @param at the addresses for writes and repetitions: with several processes, each in turn
 */
export function startLoad(at: string | readonly string[], scene: Scene, clients = 6): Load {
  const baseUrls = [at].flat()
  let turn = 0
  const sent: Sent = { names: [], acknowledged: [], faults: [], unexpected: [], slowestMs: 0 }
  const runs: string[] = []
  const stopping = new AbortController()
  const client = async (n: number): Promise<void> => {
    for (let i = 0; !stopping.signal.aborted; i++) {
      const kind = KINDS[(n + i) % KINDS.length]!
      const name = `${kind} ${n} ${i}`
      sent.names.push(name)
      let taken = await attempt(kind, name)
      while (kind === 'delivery' && !taken && !stopping.signal.aborted) {
        await sleep(100)
        taken = await attempt(kind, name)
      }
      if (!taken) await sleep(50)
    }
  }
  const attempt = async (kind: Kind, name: string): Promise<boolean> => {
    let answer: Answer | undefined
    const began = performance.now()
    try {
      answer = await write(kind, name, runs.at(-1))
    } catch {
      return false
    } finally {
      sent.slowestMs = Math.max(sent.slowestMs, performance.now() - began)
    }
    if (answer === undefined) return false
    const { status, body, headers } = answer
    if (status >= 500) sent.faults.push(answer)
    else if (status > 201) sent.unexpected.push(answer)
    if (status > 201) return false
    const items: { id: string }[] = Array.isArray(body.data) ? body.data : []
    const ids = [body.id, body.decision_id, ...items.map(({ id }) => id)].filter((id) => id !== undefined)
    if (kind === 'run') runs.push(ids[0]!)
    const requestId = headers.get('x-request-id')!
    sent.acknowledged.push({ kind, name, ids, requestId, replay: body.replay === true })
    return true
  }
  const write = (kind: Kind, name: string, runId: string | undefined): Promise<Answer> | undefined => {
    const { key } = scene.organization
    const baseUrl = baseUrls[turn++ % baseUrls.length]!
    const post = (path: string, body: unknown) => call(baseUrl, `/api/v1${path}`, { key, body })
    if (kind === 'gate') return call(baseUrl, `/api/v1/gate-status/${scene.systemId}`, { key })
    if (kind === 'incident') return post('/incidents', { title: name, severity: 'high' })
    if (kind === 'evaluations')
      return post(
        '/ai-evaluations',
        [1, 2].map((n) => evaluation(scene, `${name} ${n}`)),
      )
    if (kind === 'run') return post('/agent-runs', { ...RUN, run_ref: name })
    if (kind === 'delivery')
      return send(baseUrl, scene.endpoint, { ...ALERT, title: name, external_id: name })
    return runId === undefined
      ? undefined
      : post(`/agent-runs/${runId}/events`, [event(name, 1), event(name, 2)])
  }
  const done = Promise.all(Array.from({ length: clients }, (_, n) => client(n)))
  const count = (kind: Kind): number => sent.acknowledged.filter((one) => one.kind === kind).length
  return {
    sent,
    async more(wanted) {
      const before = KINDS.map(count)
      const late = AbortSignal.timeout(PATIENCE_MS)
      while (KINDS.some((kind, i) => count(kind) < before[i]! + wanted)) {
        const [first] = sent.unexpected
        if (first !== undefined) throw new Error(`answered ${first.status}: ${first.text}`)
        if (late.aborted) throw new Error(`no more answers; the last fault: ${sent.faults.at(-1)?.text}`)
        await sleep(10)
      }
    },
    async moreFaults(wanted) {
      const goal = sent.faults.length + wanted
      const late = AbortSignal.timeout(PATIENCE_MS)
      while (sent.faults.length < goal) {
        if (late.aborted) throw new Error(`${goal - sent.faults.length} faults are missing`)
        await sleep(10)
      }
    },
    async stop() {
      stopping.abort()
      await done
      return sent
    },
  }
}

/** How long recovery may take on a machine that also does other work. */
const PATIENCE_MS = 120_000
const AT = '2026-01-02T03:04:05Z'
const RUN = { agent_identity: AGENT, model_name: 'm', model_version: '1', started_at: AT }
const ALERT = { description: '', severity: 'high', source_system: 'siem', occurred_at: AT }

function evaluation({ systemId }: Scene, source: string) {
  const measured = {
    eval_type: 'drift',
    metric_name: 'psi',
    metric_value: 0.1,
    passed: true,
    evaluated_at: AT,
  }
  return { ai_system_id: systemId, eval_suite: 'release', source, ...measured }
}

/** Makes the nth event of a batch. The first one uses a tool that no profile documents, named after the batch. */
function event(name: string, n: number) {
  seq += 1
  return { seq, event_type: 'tool_call', occurred_at: AT, tool_name: n === 1 ? name : DOCUMENTED_TOOL }
}

let seq = 0
