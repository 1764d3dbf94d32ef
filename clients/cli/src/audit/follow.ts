import { setTimeout as sleep } from 'node:timers/promises'
import { call, type RetryPolicy, UnknownKey } from '../api/rest.ts'
import { retryOptions } from '../api/retry-options.ts'
import { type Server, serverOf } from '../api/server.ts'
import { parsed } from '../command/arguments.ts'
import { duration } from '../command/duration.ts'
import { EXIT, type ExitCode, Failure, usage } from '../command/exit-codes.ts'
import { printable, printableJson } from '../command/printable.ts'
import { onStopSignal } from '../command/stop-signals.ts'
import type { Entry, Incident } from './entry.ts'
import { apiActivity, incidentFinding } from './ocsf.ts'
import { type Page, pageOf } from './page.ts'
import { type Position, readPosition, writePosition } from './position.ts'

const AUDIT_FOLLOW_HELP = `attestry audit follow: the audit log, line by line, for a SIEM

  attestry audit follow [options]

  --url URL          the server (else ATTESTRY_URL, ATTESTRY_BASE_URL, http://127.0.0.1:8080)
  --format FORMAT    json (each entry as the API gives it) or ocsf (API Activity 6003, incidents
                     as Incident Finding 2005; default json)
  --state FILE       where to continue: read at the start, written after every page
  --from POSITION    start, end, or the leaf_index of the entry to continue after (default start;
                     --state wins)
  --once             stop at the end of the log
  --no-incidents     with ocsf: no Incident Findings
  --interval TIME    between two requests at the end of the log (default 5s)
  --retries N        attempts after the first when the server does not answer (default 20)
  --timeout TIME     time for one attempt (default 30s)

The API key is read from ATTESTRY_API_KEY; it needs the permission audit:read, and incidents:read for
Incident Findings. Every entry is printed at least once: after a stop between output and state, a page is
printed again. The leaf_index (ocsf: metadata.sequence) identifies an entry.

Exit codes: 0 stopped or at the end, 2 usage, 3 not authenticated or not permitted, 4 server unreachable or
failing after the retries.
`

type Options = {
  format: 'json' | 'ocsf'
  state: string | undefined
  from: 'start' | 'end' | number
  once: boolean
  incidents: boolean
  intervalMs: number
}

/**
 * `attestry audit follow`: prints the entries of the log in the order of the log, one per line, and continues where it stopped.
 *
 * @returns the exit code (docs/pipelines.md)
 */
export async function auditFollow(argv: string[], env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const given = optionsOf(argv)
  if (given === 'help') {
    process.stdout.write(AUDIT_FOLLOW_HELP)
    return EXIT.ok
  }
  const { options, retryPolicy, url } = given
  const server = serverOf(url, env)
  const stopping = new AbortController()
  onStopSignal(() => stopping.abort())
  process.stdout.on('error', () => stopping.abort())
  const { signal } = stopping
  await follow(server, { ...retryPolicy, signal }, options, signal).catch((error: unknown) => {
    if (error !== signal.reason) throw error
  })
  return EXIT.ok
}

async function follow(
  server: Server,
  retryPolicy: RetryPolicy,
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  let position = await startOf(server, retryPolicy, options)
  while (!signal.aborted) {
    const { entries, last } = await pageFrom(server, retryPolicy, position, options.state)
    const other = entries.find(({ organization_id: id }) => id !== (position.organization ?? id))
    if (other !== undefined)
      throw usage(`${named(options.state)} belongs to another organization than the key`)
    for (const entry of entries) {
      for (const line of await linesOf(server, retryPolicy, options, entry)) await print(line, signal)
    }
    if (signal.aborted) return
    const newest = entries.at(-1)
    if (newest !== undefined) {
      position = { after: last, organization: newest.organization_id, entry: newest.id }
      if (options.state !== undefined) await writePosition(options.state, position)
    } else if (options.once) return
    else await sleep(options.intervalMs, undefined, { signal }).catch(() => {})
  }
}

async function startOf(
  server: Server,
  retryPolicy: RetryPolicy,
  { state, from }: Options,
): Promise<Position> {
  const kept = state === undefined ? undefined : await readPosition(state)
  if (kept !== undefined) return kept
  if (from === 'start') return { after: -1 }
  if (from !== 'end') return { after: from }
  const { data } = await ask<{ data?: unknown }>(server, retryPolicy, '/audit-entries?limit=200')
  const entries: Partial<Entry>[] = Array.isArray(data) ? data : []
  const last = entries.find((entry) => Number.isSafeInteger(entry?.leaf_index))
  return { after: last?.leaf_index ?? -1, organization: last?.organization_id, entry: last?.id }
}

/**
 * Reads the page after a position, and checks that the log still has the entry that was printed last. A log that was restored to an
 * earlier state, before this run or during it, would otherwise seem to have nothing new, and its new entries up to that position
 * would never be printed.
 *
 * @throws Failure usage where the log does not have that entry any more, or belongs to another organization
 */
async function pageFrom(
  server: Server,
  retryPolicy: RetryPolicy,
  position: Position,
  file: string | undefined,
): Promise<Page> {
  if (position.entry === undefined) return pageAfter(server, retryPolicy, position.after)
  const { entries, last } = await pageAfter(server, retryPolicy, position.after - 1)
  const [found, ...next] = entries
  if (found?.id === position.entry) return { entries: next, last }
  if (found !== undefined && found.organization_id !== (position.organization ?? found.organization_id))
    throw usage(`${named(file)} belongs to another organization than the key`)
  const why = found === undefined ? 'no longer has that many entries' : 'has a different entry there'
  throw usage(`${named(file)} continues after entry ${position.after}, but the log ${why}`)
}

/** Names in an error what has the position: the file of `--state`, or else only this run. */
function named(file: string | undefined): string {
  return file === undefined ? 'this run' : `--state: ${file}`
}

async function pageAfter(server: Server, retryPolicy: RetryPolicy, after: number): Promise<Page> {
  return pageOf(await ask(server, retryPolicy, `/audit-entries?after_leaf=${after}&limit=200`), after)
}

async function linesOf(
  server: Server,
  retryPolicy: RetryPolicy,
  { format, incidents }: Options,
  entry: Entry,
): Promise<string[]> {
  if (format === 'json') return [printableJson(entry)]
  const lines = [printableJson(apiActivity(entry, server.url))]
  for (const id of incidents ? entry.incident_ids : []) {
    const incident = await incidentOf(server, retryPolicy, id)
    lines.push(printableJson(incidentFinding(incident, entry)))
  }
  return lines
}

async function incidentOf(server: Server, retryPolicy: RetryPolicy, id: string): Promise<Incident> {
  try {
    return await ask<Incident>(server, retryPolicy, `/incidents/${encodeURIComponent(id)}`)
  } catch (error) {
    // The key could read the log, so that it is valid and only lacks incidents:read.
    if (!(error instanceof Failure && error.exitCode === EXIT.denied) || error instanceof UnknownKey)
      throw error
    const need = 'an Incident Finding needs the permission incidents:read; --no-incidents leaves these out'
    throw new Failure(EXIT.denied, `${error.message}; ${need}`, { cause: error })
  }
}

async function ask<T>(server: Server, retryPolicy: RetryPolicy, path: string): Promise<T> {
  const { status, body, error } = await call(server, retryPolicy, { method: 'GET', path })
  if (status === 200) return body as T
  throw new Failure(EXIT.unavailable, `answered ${status}: ${printable(error?.message ?? '')}`)
}

/** Prints a line and waits until it is written, so that a slow reader slows the follower down and no lines pile up in memory. */
async function print(line: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    // The listener is removed, since a follower that runs for months would otherwise keep one for each line.
    const done = () => {
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
    process.stdout.write(`${line}\n`, done)
  })
}

function optionsOf(
  argv: string[],
): { options: Options; retryPolicy: RetryPolicy; url: string | undefined } | 'help' {
  const { values, positionals } = parsed(argv, { texts: TEXTS, flags: FLAGS, allowPositionals: true })
  if (values.help === true) return 'help'
  if (positionals.length > 0) throw usage('audit follow takes options only')
  const { format = 'json', from = 'start', retries = '20', timeout = '30s' } = values
  if (format !== 'json' && format !== 'ocsf') throw usage('--format: json or ocsf')
  if (!/^(start|end|\d{1,15})$/.test(from)) throw usage('--from: start, end, or the leaf_index of an entry')
  return {
    url: values.url,
    retryPolicy: retryOptions({ retries, timeout }),
    options: {
      format,
      state: values.state,
      from: from === 'start' || from === 'end' ? from : Number(from),
      once: values.once === true,
      incidents: values['no-incidents'] !== true,
      intervalMs: Math.max(100, duration('--interval', values.interval ?? '5s')),
    },
  }
}

const TEXTS = ['url', 'format', 'state', 'from', 'interval', 'retries', 'timeout'] as const
const FLAGS = ['once', 'no-incidents'] as const
