import { createHash, randomUUID } from 'node:crypto'
import { parsed } from '../arguments.ts'
import { duration } from '../duration.ts'
import { EXIT, type ExitCode, Failure, usage } from '../exit-codes.ts'
import { printable, printableJson } from '../printable.ts'
import { call, type Patience } from '../rest.ts'
import { type Server, serverOf } from '../server.ts'
import { type Evaluation, evaluationsOf, type Target } from './evaluations.ts'
import { type FieldMap, NO_MAP, readFieldMap } from './field-map.ts'
import { InputFile } from './input-file.ts'
import { readMeasuredAgents } from './measured-agents.ts'
import { isUnmeasured, type MetricName } from './measurement.ts'
import { refuseSecondValues } from './one-value.ts'
import { PAGE, page } from './page.ts'
import { formatOf, READERS, readerOf } from './recognise.ts'
import { requireMeasured } from './suite-metrics.ts'

const IMPORT_HELP = `attestry import results: hand in the results of evaluation tools

  attestry import results FILE… --system NAME|ID [options]

  --system NAME|ID   the AI system, by its id or its exact name
  --suite NAME|ID    the evaluation suite that the results are tied to
  --format FORMAT    ${Object.keys(READERS).join(', ')};
                     without it, recognised by the content
  --map FILE         which fields of a json or csv file hold what
  --agents FILE      a JSON list of the agents' versions that the results measured:
                     { agent_identity, model_name, model_version, prompt_version }
  --eval-type TYPE   the eval type of every result
  --source TEXT      the source of every result (default: the file's name)
  --whole-suite      the files have a value for each threshold of the suite, or exit 5 (needs evaluations:read)
  --dry-run          print what would be sent, and send nothing
  --json             print one JSON object
  --url URL          the server (else ATTESTRY_URL, ATTESTRY_BASE_URL, http://127.0.0.1:8080)
  --retries N        attempts after the first when the server does not answer (default 4)
  --timeout TIME     time for one attempt (default 30s)

The API key is read from ATTESTRY_API_KEY; it needs the permission evaluations:write.

Exit codes: 0 handed in, 2 usage or a file that is refused, 3 not authenticated or not permitted,
4 server unreachable or failing after the retries, 5 nothing, or not what the suite asks for, was measured, or the system is unknown.
`

/** `attestry import results`: reads every file before it sends the first result. @returns the exit code */
export async function importResults(argv: string[], env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const options = optionsOf(argv)
  if (options === 'help') {
    process.stdout.write(IMPORT_HELP)
    return EXIT.ok
  }
  const log = (line: string) => void process.stderr.write(`attestry: ${printable(line)}\n`)
  const server = options.dryRun ? undefined : serverOf(options.url, env)
  const map = options.map === undefined ? NO_MAP : await readFieldMap(options.map)
  const agents = options.agents === undefined ? undefined : await readMeasuredAgents(options.agents)
  const files: ReadFile[] = []
  for (const path of options.files) {
    const file = await read(path, { ...options, agents }, map)
    for (const note of file.notes) log(`${path}: ${note}`)
    files.push(file)
  }
  const empty = files.find(({ evaluations }) => evaluations.length === 0)
  if (empty !== undefined)
    throw new Failure(EXIT.nothing, `${empty.path}: nothing was measured; nothing was sent`)
  refuseSecondValues(files)
  if (server === undefined) {
    process.stdout.write(`${printableJson({ evaluations: files.flatMap((file) => file.evaluations) }, 2)}\n`)
    return EXIT.ok
  }
  if (options.suite === undefined)
    log('warning: without --suite the results are tied to no suite: the gate looks at none of them but drift')
  const patience = { retries: options.retries, timeoutMs: options.timeoutMs, log }
  const { ties, ...sent } = await send(server, patience, files)
  process.stdout.write(
    options.json
      ? `${printableJson(sent)}\n`
      : `${sent.created} ${sent.created === 1 ? 'result' : 'results'} handed in\n`,
  )
  await requireMeasured(server, patience, { files, ...ties }, options.wholeSuite)
  return EXIT.ok
}

type ReadFile = {
  path: string
  sha256: string
  evaluations: Evaluation[]
  unmeasured: MetricName[]
  notes: string[]
}

async function read(
  path: string,
  options: Target & Pick<Options, 'format'>,
  map: FieldMap,
): Promise<ReadFile> {
  const file = await InputFile.open(path)
  const sha256 = await file.sha256()
  const format = options.format ?? (await formatOf(file))
  const results = await readerOf(format)(file, map)
  const notes = [...results.notes]
  if (results.evaluatedAt === undefined)
    notes.push('the file does not say when it was evaluated: the time it was last changed is taken')
  const evaluations = results.measurements.every(isUnmeasured)
    ? []
    : evaluationsOf(file, sha256, results, options)
  const unmeasured = results.unmeasured.map(({ metric, evalType }) => ({
    metric,
    evalType: options.evalType ?? evalType,
  }))
  return { path, sha256, evaluations, unmeasured, notes }
}

/**
 * Sends the results, 100 a call. The key of each call follows from the file and from what is sent, so that a pipeline step that is run
 * again adds nothing for 24 hours. Where others have handed in results since, or the suite has another version, they are sent once more: the
 * gate takes the newest result of a metric for the current version, which MUST be that of the step that then asks it. A change of an agent
 * is no reason: the same file was measured before it. Results that name another version of an agent (`--agents`) are other results.
 */
async function send(server: Server, options: Patience, files: ReadFile[]) {
  const first = await sendAll(server, options, files, '')
  const isRepeated = first.replayed.length > 0 && !(await stillCount(server, options, first.ids))
  for (const path of first.replayed)
    options.log(
      isRepeated
        ? `${path}: these results were handed in before, and others, or a version of the suite, since: they are handed in once more`
        : `${path}: these results were handed in before; nothing was added`,
    )
  const { created, warnings, ids, suiteIds } = isRepeated
    ? await sendAll(server, options, files, randomUUID())
    : first
  for (const warning of warnings) options.log(`warning: ${warning}`)
  const [systemId = ''] = ids.values()
  const named = files.map(({ path, sha256 }) => ({ path, sha256 }))
  return { created, files: named, warnings: [...warnings], ties: { systemId, suiteIds } }
}

/** @param attempt part of every idempotency key: with another one the server takes the same results again */
async function sendAll(
  server: Server,
  patience: Patience,
  files: ReadFile[],
  attempt: string,
): Promise<Sent> {
  const sent: Sent = { created: 0, warnings: new Set(), replayed: [], ids: new Map(), suiteIds: new Set() }
  for (const { sha256, evaluations, path } of files) {
    for (let from = 0; from < evaluations.length; from += BATCH) {
      const body = JSON.stringify({ evaluations: evaluations.slice(from, from + BATCH) })
      const idempotencyKey = `import-${createHash('sha256').update(`${sha256}\n${body}${attempt}`).digest('hex')}`
      const answer = await call(server, patience, {
        method: 'POST',
        path: '/ai-evaluations',
        body,
        idempotencyKey,
      })
      const { status, error } = answer
      if (status === 404)
        throw new Failure(EXIT.nothing, `${path}: ${unknownOf(error?.message)}${detailsOf(error?.details)}`)
      if (status !== 201)
        throw usage(`${path}: refused: ${error?.message ?? status}${detailsOf(error?.details)}`)
      const { created = 0, data = [], warnings = [] } = answer.body as Partial<Answered>
      sent.created += created
      for (const { id, ai_system_id, eval_suite_id } of data) {
        sent.ids.set(id, ai_system_id)
        if (typeof eval_suite_id === 'string') sent.suiteIds.add(eval_suite_id)
      }
      for (const { index, message } of warnings) {
        const { metric_name, eval_type } = evaluations[from + index] ?? {}
        sent.warnings.add(`${path}: ${metric_name} (${eval_type}): ${message}`)
      }
      if (answer.replayed && !sent.replayed.includes(path)) sent.replayed.push(path)
    }
  }
  return sent
}

/**
 * Whether the newest results of the AI system are these, and those tied to a suite are tied to its current version. A key that may not read
 * results cannot tell: then they do not count.
 */
async function stillCount(server: Server, patience: Patience, ids: Sent['ids']): Promise<boolean> {
  const [system = ''] = ids.values()
  if (ids.size > PAGE) return false
  const newest = await page<Item>(
    server,
    patience,
    `/ai-evaluations?ai_system_id=${encodeURIComponent(system)}&limit=${ids.size}`,
  )
  if (newest === undefined || !newest.every(({ id }) => ids.has(id))) return false
  const tied = newest.flatMap(({ eval_suite_id }) => eval_suite_id ?? [])
  if (tied.length === 0) return true
  const suites = await page<Item>(
    server,
    patience,
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
 * `replayed`: the files of which something had been handed in before. `ids`: the results, with the id of their AI system. `suiteIds`: the
 * suite versions that they are tied to.
 */
type Sent = {
  created: number
  warnings: Set<string>
  replayed: string[]
  ids: Map<string, string>
  suiteIds: Set<string>
}

function unknownOf(message: string | undefined): string {
  return message ?? 'the AI system or the suite is not known'
}

function detailsOf(details: unknown): string {
  return details === undefined ? '' : ` ${JSON.stringify(details).slice(0, 2000)}`
}

type Options = Omit<Target, 'agents'> & {
  agents: string | undefined
  files: string[]
  url: string | undefined
  format: string | undefined
  map: string | undefined
  wholeSuite: boolean
  dryRun: boolean
  json: boolean
  retries: number
  timeoutMs: number
}

function optionsOf(args: string[]): Options | 'help' {
  const { values, positionals } = parsed(args, { texts: TEXTS, flags: FLAGS, allowPositionals: true })
  if (values.help === true) return 'help'
  const { system = '', retries = '4', timeout = '30s', format } = values
  if (system.trim() === '') throw usage('--system NAME|ID is missing')
  if (positionals.length === 0) throw usage('name at least one file')
  if (format !== undefined) readerOf(format)
  if (!/^\d{1,2}$/.test(retries)) throw usage('--retries: a whole number from 0 to 99')
  const evalType = values['eval-type']
  if (evalType !== undefined && !/^[a-z][a-z0-9_]{0,63}$/.test(evalType))
    throw usage('--eval-type: lower-case letters, digits and underscores, a letter first')
  if (values['whole-suite'] === true && values.suite === undefined)
    throw usage('--whole-suite: needs --suite')
  return {
    files: positionals,
    system,
    suite: values.suite,
    agents: values.agents,
    evalType,
    source: values.source,
    url: values.url,
    format,
    map: values.map,
    wholeSuite: values['whole-suite'] === true,
    dryRun: values['dry-run'] === true,
    json: values.json === true,
    retries: Number(retries),
    timeoutMs: duration('--timeout', timeout),
  }
}

const TEXTS = [
  'system',
  'suite',
  'format',
  'map',
  'agents',
  'eval-type',
  'source',
  'url',
  'retries',
  'timeout',
] as const
const FLAGS = ['whole-suite', 'dry-run', 'json'] as const
const BATCH = 100
