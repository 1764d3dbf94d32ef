import { setTimeout as sleep } from 'node:timers/promises'
import { call, isMissingAddon, type RetryPolicy } from '../api/rest.ts'
import { retryOptions } from '../api/retry-options.ts'
import { type Server, serverOf } from '../api/server.ts'
import { parsed } from '../command/arguments.ts'
import { duration } from '../command/duration.ts'
import { EXIT, type ExitCode, Failure, usage } from '../command/exit-codes.ts'
import { UUID } from '../command/uuid.ts'
import { replaceFile } from '../files/replace-file.ts'
import { type Decision, decisionOf, exitCodeOf, type Outcome, recent } from './formats/decision.ts'
import { github, writeForRunner } from './formats/github.ts'
import { json } from './formats/json.ts'
import { junit } from './formats/junit.ts'
import { sarif } from './formats/sarif.ts'
import { text } from './formats/text.ts'
import { importLogOf } from './import-log.ts'
import { isAbout } from './signed-decision.ts'

const GATE_CHECK_HELP = `attestry gate check: may this AI system ship?

  attestry gate check --system NAME|ID [options]

  --system NAME|ID   the AI system, by its id or its exact name; a name can be given to another system, an id cannot
  --url URL          the server (else ATTESTRY_URL, ATTESTRY_BASE_URL, http://127.0.0.1:8080)
  --wait TIME        ask again until the gate passes, at most this long (30s, 5m)
  --format FORMAT    text, json, junit, sarif, github or gitlab (default text)
  --output FILE      write the format to FILE and text to standard output
  --advisory         exit 0 on block, and say so
  --imported CODE    the exit code of import results before it: other than 0, the report has it as an error
  --import-log FILE  what that import results wrote to standard error: the report says the reason
  --attest FILE      write the signed decision to FILE, a Sigstore bundle
  --subject SHA256   the artifact that the signed decision is about
  --vsa FILE         write a signed SLSA verification summary of --subject to FILE
  --retries N        attempts after the first when the server does not answer (default 4)
  --timeout TIME     time for one attempt (default 15s)

The API key is read from ATTESTRY_API_KEY; it needs the permission gate:query.

Exit codes: 0 pass, 1 block, 2 usage, 3 not authenticated or not permitted,
4 server unreachable or failing after the retries, 5 nothing to decide.
`

/**
 * `attestry gate check`: asks the gate and reports the decision. The server stores a decision for each question, so that `--wait`
 * asks at most every five seconds.
 *
 * @returns the exit code (docs/pipelines.md)
 */
export async function gateCheck(argv: string[], env: NodeJS.ProcessEnv): Promise<ExitCode> {
  const values = valuesOf(argv)
  if (values.help === true) {
    process.stdout.write(GATE_CHECK_HELP)
    return EXIT.ok
  }
  const reported = reportedOf(values)
  const outcome = await checked(values, env).catch((error: unknown): Outcome => {
    // A pipeline reads its report: it MUST have the reason, and MUST NOT be that of an earlier run.
    if (!(error instanceof Failure) || (reported.format === 'text' && reported.output === undefined))
      throw error
    const { system = '', imported: code = '' } = values
    const imported = Number(EXIT_CODE.exec(code) ?? 0)
    return { kind: 'failure', system, imported, importLog: [], ...failureOf(error) }
  })
  await report(outcome, reported, env)
  return exitCodeOf(outcome)
}

/** Asks the gate, and writes the signed files. @throws Failure wrong usage, or a file that is not signed or not written */
async function checked(values: Values, env: NodeJS.ProcessEnv): Promise<Outcome> {
  const options = optionsOf(values)
  const server = serverOf(options.url, env)
  const outcome = await outcomeOf(server, options)
  const sign = async (option: string, file: string, predicate: 'decision' | 'vsa'): Promise<void> => {
    if (outcome.kind !== 'decision') return
    const asked = { option, predicate }
    await writeWhole(option, file, await attestationOf(server, options, outcome.decision, asked))
  }
  if (options.attest !== undefined) await sign('--attest', options.attest, 'decision')
  if (options.vsa !== undefined) await sign('--vsa', options.vsa, 'vsa')
  return outcome
}

async function outcomeOf(server: Server, options: Options): Promise<Outcome> {
  const { system, advisory, imported } = options
  const importLog = await importLogOf(options.importLog)
  try {
    const decision = await decide(server, options)
    return { kind: 'decision', system, advisory, imported, importLog, decision, ...pageOf(server, decision) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { kind: 'failure', system, imported, importLog, ...failureOf(error) }
  }
}

const failureOf = ({ exitCode, message }: Failure) => ({ exitCode, message })

/**
 * Returns the page of the console where a person handles the reasons of a block. The server chooses the id, so it MUST be a UUID.
 */
function pageOf({ url }: Server, { ai_system_id: id }: Decision): { page?: string } {
  return typeof id === 'string' && UUID.test(id) ? { page: `${url}/console/#/systems/${id}` } : {}
}

/** Asks for the decision. With `--wait` returns the first one that passes, or the last one when the time is over. */
async function decide(server: Server, options: Options): Promise<Decision> {
  const until = Date.now() + options.waitMs
  for (;;) {
    const decision = await ask(server, options)
    const left = until - Date.now()
    if (decision.decision === 'pass' || left <= 0) return decision
    options.log(
      `the gate blocks (${decision.reasons.join(', ')}); asking again for ${Math.ceil(left / 1000)} s`,
    )
    await sleep(Math.min(left, POLL_MS))
  }
}

/** Asks the gate once. @throws Failure `nothing` for an unknown system or a missing add-on */
async function ask(server: Server, options: Options): Promise<Decision> {
  const id = UUID.test(options.system) ? options.system.toLowerCase() : undefined
  const path =
    id !== undefined
      ? `/gate-status/${id}`
      : `/gate-status?ai_system_name=${encodeURIComponent(options.system)}`
  const { status, body, error } = await call(server, options, { method: 'GET', path })
  if (status === 200) return recent(decisionOf(body, id), Date.now())
  if (status === 404)
    throw new Failure(
      EXIT.nothing,
      `AI system ${options.system} is not known; attestry system list shows the known ones`,
    )
  if (isMissingAddon(error))
    throw new Failure(EXIT.nothing, 'the organization does not have the add-on agent_governance')
  throw usage(`the server refused the query: ${error?.message ?? status}`)
}

/** Returns the signed decision or verification summary as JSON text. @throws Failure */
async function attestationOf(
  server: Server,
  options: Options,
  decision: Decision,
  { option, predicate }: { option: string; predicate: 'decision' | 'vsa' },
): Promise<string> {
  const query = new URLSearchParams()
  if (options.subject !== undefined) query.set('subject_sha256', options.subject)
  if (predicate !== 'decision') query.set('predicate', predicate)
  const path = `/gate-decisions/${decision.decision_id}/attestation${query.size > 0 ? `?${query}` : ''}`
  const { status, body, error } = await call(server, options, { method: 'GET', path })
  if (status === 200 && !isAbout(body, decision.decision_id, options.subject))
    throw new Failure(EXIT.unavailable, `${option}: the server answered with a signature of another decision`)
  if (status === 200) return `${JSON.stringify(body, null, 2)}\n`
  throw usage(`${option}: the server signed nothing: ${error?.message ?? status}`)
}

async function report(outcome: Outcome, { format, ...to }: Reported, env: NodeJS.ProcessEnv): Promise<void> {
  if (format === 'github') await writeForRunner(outcome, env)
  const output = to.output ?? (format === 'gitlab' ? 'attestry-gate.xml' : undefined)
  if (output === undefined) {
    process.stdout.write(`${FORMATS[format](outcome)}\n`)
    return
  }
  await writeWhole('--output', output, `${FORMATS[format](outcome)}\n`)
  process.stdout.write(`${text(outcome)}\n`)
}

/** Writes a file completely or not at all. @throws Failure usage */
async function writeWhole(option: string, path: string, content: string): Promise<void> {
  await replaceFile(path, content).catch((error: NodeJS.ErrnoException) => {
    throw usage(`${option}: cannot write ${path} (${error.code})`)
  })
}

type Options = RetryPolicy & {
  system: string
  url: string | undefined
  attest: string | undefined
  vsa: string | undefined
  subject: string | undefined
  advisory: boolean
  imported: number
  importLog: string | undefined
  waitMs: number
}

/** Where the answer is written, and in which format. */
type Reported = { format: keyof typeof FORMATS; output: string | undefined }
type Values = ReturnType<typeof valuesOf>

const valuesOf = (args: string[]) => parsed(args, { texts: TEXTS, flags: ['advisory'] }).values

function reportedOf({ format = 'text', output }: Values): Reported {
  if (!Object.hasOwn(FORMATS, format)) throw usage(`--format: one of ${Object.keys(FORMATS).join(', ')}`)
  return { format: format as Reported['format'], output }
}

function optionsOf(values: Values): Options {
  const { system = '', retries = '4', wait = '0', timeout = '15s', imported = '0' } = values
  if (system.trim() === '') throw usage('--system NAME|ID is missing')
  if (!EXIT_CODE.test(imported)) throw usage('--imported: the exit code of import results')
  if (values.subject !== undefined && !/^[0-9a-f]{64}$/.test(values.subject))
    throw usage('--subject: 64 lower-case hex digits')
  if (values.vsa !== undefined && values.subject === undefined)
    throw usage('--vsa: needs --subject, the artifact that was verified')
  return {
    ...retryOptions({ retries, timeout }),
    system,
    url: values.url,
    attest: values.attest,
    vsa: values.vsa,
    subject: values.subject,
    advisory: values.advisory === true,
    imported: Number(imported),
    importLog: values['import-log'],
    waitMs: duration('--wait', wait),
  }
}

const TEXTS = [
  'system',
  'url',
  'wait',
  'format',
  'output',
  'attest',
  'vsa',
  'subject',
  'imported',
  'import-log',
  'retries',
  'timeout',
] as const
const FORMATS = { text, json, junit, sarif, github, gitlab: junit }
const EXIT_CODE = /^\d{1,3}$/
const POLL_MS = 5000
