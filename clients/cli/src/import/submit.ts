import { createHash, randomUUID } from 'node:crypto'
import { reasonOf } from '../api/refusal.ts'
import { type ApiError, call, type RetryPolicy } from '../api/rest.ts'
import type { Server } from '../api/server.ts'
import { EXIT, Failure, usage } from '../command/exit-codes.ts'
import { isObject } from '../files/json-values.ts'
import type { Evaluation } from './evaluations.ts'
import { PAGE, page } from './page.ts'

/** The results of a file, or some of them, with the SHA-256 of the whole file. */
type ResultFile = { path: string; sha256: string; evaluations: readonly Evaluation[] }

/**
 * Submits the results, 100 per call. The idempotency key of a call follows from the file and from what is sent, so that a
 * repeated pipeline step adds nothing for 24 hours.
 *
 * The results are sent once more where other results were submitted since, or the suite has a new version. The gate takes the
 * newest result of a metric for the current version, and that MUST be the one of the step that asks the gate next. After a change
 * of an agent they are not sent again, since the file was measured before the change. Results that name another version of an
 * agent (`--agents`) are other results.
 */
export async function submitResults(server: Server, options: RetryPolicy, files: readonly ResultFile[]) {
  const first = await sendAll(server, options, files, '')
  const isRepeated = first.replayed.length > 0 && !(await stillCount(server, options, first.ids))
  for (const path of first.replayed)
    options.log(
      isRepeated
        ? `${path}: these results were submitted before; since then other results were submitted, or the suite has a new version: they are submitted again`
        : `${path}: these results were submitted before; nothing was added`,
    )
  const { created, warnings, ids, suiteIds } = isRepeated
    ? await sendAll(server, options, files, randomUUID())
    : first
  for (const warning of warnings) options.log(`warning: ${warning}`)
  const [systemId = ''] = ids.values()
  const named = files.map(({ path, sha256 }) => ({ path, sha256 }))
  return { created, files: named, warnings: [...warnings], ties: { systemId, suiteIds } }
}

/** @param attempt part of every idempotency key. With another `attempt` the server stores the same results again. */
async function sendAll(
  server: Server,
  retryPolicy: RetryPolicy,
  files: readonly ResultFile[],
  attempt: string,
): Promise<Sent> {
  const sent: Sent = { created: 0, warnings: new Set(), replayed: [], ids: new Map(), suiteIds: new Set() }
  for (const batch of files.flatMap(batchesOf)) {
    const { path, evaluations } = batch
    const { body, replayed } = await sendBatch(server, retryPolicy, batch, attempt)
    const { created = 0, data = [], warnings = [] } = body as Partial<Answered>
    sent.created += created
    for (const { id, ai_system_id, eval_suite_id } of data) {
      sent.ids.set(id, ai_system_id)
      if (typeof eval_suite_id === 'string') sent.suiteIds.add(eval_suite_id)
    }
    for (const { index, message } of warnings) {
      const { metric_name, eval_type } = evaluations[index] ?? {}
      sent.warnings.add(`${path}: ${metric_name} (${eval_type}): ${message}`)
    }
    if (replayed && !sent.replayed.includes(path)) sent.replayed.push(path)
  }
  return sent
}

/** Splits a file into parts of as many results as one call takes. */
function batchesOf(file: ResultFile): ResultFile[] {
  const batches: ResultFile[] = []
  for (let from = 0; from < file.evaluations.length; from += BATCH)
    batches.push({ ...file, evaluations: file.evaluations.slice(from, from + BATCH) })
  return batches
}

async function sendBatch(
  server: Server,
  retryPolicy: RetryPolicy,
  { path, sha256, evaluations }: ResultFile,
  attempt: string,
): Promise<{ body: unknown; replayed: boolean }> {
  const body = JSON.stringify({ evaluations })
  const key = createHash('sha256').update(`${sha256}\n${body}${attempt}`).digest('hex')
  const answer = await call(server, retryPolicy, {
    method: 'POST',
    path: '/ai-evaluations',
    body,
    idempotencyKey: `import-${key}`,
  })
  const { status, error } = answer
  if (status === 404) throw new Failure(EXIT.nothing, `${path}: ${unknownOf(error, evaluations)}`)
  if (status !== 201) throw usage(`${path}: refused: ${reasonOf(error, nameIn(evaluations))}`)
  return answer
}

/**
 * Whether the newest results of the AI system are these, and those tied to a suite are tied to its current version. False where
 * the key may not read results.
 */
async function stillCount(server: Server, retryPolicy: RetryPolicy, ids: Sent['ids']): Promise<boolean> {
  const [system = ''] = ids.values()
  if (ids.size > PAGE) return false
  const newest = await page<Item>(
    server,
    retryPolicy,
    `/ai-evaluations?ai_system_id=${encodeURIComponent(system)}&limit=${ids.size}`,
  )
  if (newest === undefined || !newest.every(({ id }) => ids.has(id))) return false
  const tied = newest.flatMap(({ eval_suite_id }) => eval_suite_id ?? [])
  if (tied.length === 0) return true
  const suites = await page<Item>(
    server,
    retryPolicy,
    `/eval-suites?ai_system_id=${encodeURIComponent(system)}&status=active&limit=${PAGE}`,
  )
  const current = new Set(suites?.map(({ id }) => id))
  return tied.every((id) => current.has(id))
}

type Item = { id: string; ai_system_id: string; eval_suite_id?: string | null }
type Answered = {
  created: number
  data: Item[]
  warnings: { index: number; message: string }[]
}

/**
 * The outcome of a submission. `replayed`: the files of which some results had been submitted before. `ids`: the id of each result, with the id
 * of its AI system. `suiteIds`: the ids of the suite versions that the results are tied to.
 */
type Sent = {
  created: number
  warnings: Set<string>
  replayed: string[]
  ids: Map<string, string>
  suiteIds: Set<string>
}

/** Says which AI system or suite is not known, as it was given, and what lists those that are. */
function unknownOf(error: ApiError | undefined, evaluations: readonly Evaluation[]): string {
  const { unknown } = isObject(error?.details) ? error.details : {}
  const [first]: unknown[] = Array.isArray(unknown) ? unknown : []
  const { ai_system_id, ai_system_name, eval_suite } = evaluations[0] ?? {}
  const system = ai_system_id ?? ai_system_name
  if (!isObject(first)) return `${error?.message}: is the address of the server right?`
  if (first.field !== 'eval_suite')
    return `AI system ${system} is not known; attestry system list shows the known ones`
  return `AI system ${system} has no suite ${eval_suite}; attestry suite list shows the suites`
}

/** Names a field of a batch by the metric that it is about. */
const nameIn = (evaluations: readonly Evaluation[]) => (field: string) => {
  const [, index, rest] = /^evaluations\.(\d+)\.(.*)$/s.exec(field) ?? []
  const about = index === undefined ? undefined : evaluations[Number(index)]
  return about === undefined ? field : `${about.metric_name} (${about.eval_type}): ${rest}`
}

const BATCH = 100
