import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, call } from '../../harness/rest.ts'
import { AGENT, type Scene } from './scene.ts'

/** A write that its client repeated until it was acknowledged twice: its name, and both answers. */
export type RetriedWrite = { kind: Kind; name: string; answers: string[]; tries: number }
type Kind = 'incident' | 'evaluation' | 'run' | 'events'
const KINDS: Kind[] = ['incident', 'evaluation', 'run', 'events']

/** Clients that repeat every write, with its Idempotency-Key, until it is acknowledged, and then once more. */
type Retrying = {
  done: RetriedWrite[]
  /** Resolves once every kind was done `count` more times. @throws Error for an answer that is neither success nor a fault */
  more(count: number): Promise<void>
  stop(): Promise<RetriedWrite[]>
}

export function startRetrying(baseUrl: string, { organization, systemId }: Scene, clients = 6): Retrying {
  const done: RetriedWrite[] = []
  let wrong: Answer | undefined
  let stopping = false
  const insist = async (
    path: string,
    key: string,
    body: unknown,
  ): Promise<{ text: string; tries: number }> => {
    for (let tries = 1; wrong === undefined; tries++) {
      const headers = { 'idempotency-key': key }
      const answer = await call(baseUrl, `/api/v1${path}`, { key: organization.key, body, headers }).catch(
        () => undefined,
      )
      if (answer?.status === 201) return { text: answer.text, tries }
      if (answer !== undefined && answer.status < 500) wrong = answer
      await sleep(20)
    }
    throw new Error('stopped')
  }
  const client = async (n: number): Promise<void> => {
    const run = { agent_identity: AGENT, model_name: 'm', model_version: '1', started_at: AT }
    const { text } = await insist('/agent-runs', `run of ${n}`.replaceAll(' ', '-'), {
      ...run,
      run_ref: `of ${n}`,
    })
    const runId = JSON.parse(text).data[0].id
    for (let i = 0; !stopping; i++) {
      const kind = KINDS[(n + i) % KINDS.length]!
      const name = `${kind}-${n}-${i}`
      const [path, body] = {
        incident: ['/incidents', { title: name, severity: 'high' }] as const,
        evaluation: ['/ai-evaluations', { ...MEASURED, ai_system_id: systemId, source: name }] as const,
        run: ['/agent-runs', { ...run, run_ref: name }] as const,
        events: [`/agent-runs/${runId}/events`, [event(2 * i, name), event(2 * i + 1, name)]] as const,
      }[kind]
      const first = await insist(path, name, body)
      const again = await insist(path, name, body)
      done.push({ kind, name, answers: [first.text, again.text], tries: first.tries })
    }
  }
  const ended = Promise.all(Array.from({ length: clients }, (_, n) => client(n))).catch((error) => {
    if (wrong === undefined) throw error
  })
  const count = (kind: Kind): number => done.filter((one) => one.kind === kind).length
  return {
    done,
    async more(wanted) {
      const before = KINDS.map(count)
      const late = AbortSignal.timeout(PATIENCE_MS)
      while (KINDS.some((kind, i) => count(kind) < before[i]! + wanted)) {
        if (wrong !== undefined) throw new Error(`answered ${wrong.status}: ${wrong.text}`)
        if (late.aborted) throw new Error('no more answers')
        await sleep(10)
      }
    },
    async stop() {
      stopping = true
      await ended
      return done
    },
  }
}

const event = (seq: number, name: string) => ({
  seq,
  event_type: 'approval',
  occurred_at: AT,
  payload: { name },
})

/** How long recovery may take. */
const PATIENCE_MS = 120_000
const AT = '2026-01-02T03:04:05Z'
const MEASURED = {
  eval_type: 'accuracy',
  metric_name: 'f1',
  metric_value: 0.9,
  passed: true,
  evaluated_at: AT,
}
