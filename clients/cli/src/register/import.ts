import { reasonOf } from '../api/refusal.ts'
import { call, isMissingAddon, type RetryPolicy } from '../api/rest.ts'
import { type Server, serverOf } from '../api/server.ts'
import { EXIT, type ExitCode, Failure, usage } from '../command/exit-codes.ts'
import { log } from '../command/log.ts'
import { printableJson } from '../command/printable.ts'
import { InputFile } from '../files/input-file.ts'
import { type Body, bodyOf, hashOf, identityOf, REGISTERS, type Register } from './columns.ts'
import { helpOf, type Options, optionsOf } from './options.ts'
import { differences, registeredOf } from './registered.ts'
import { rowsOf } from './rows.ts'

/**
 * `attestry import assets` and `import suppliers`. Reads the files twice, one row at a time: first to check them, then to send
 * them.
 */
export function importRegister(name: keyof typeof REGISTERS) {
  const register = REGISTERS[name]
  return async (argv: string[], env: NodeJS.ProcessEnv): Promise<ExitCode> => {
    const options = optionsOf(argv)
    if (options === 'help') {
      process.stdout.write(helpOf(register))
      return EXIT.ok
    }
    const server = options.dryRun ? undefined : serverOf(options.url, env)
    const files: InputFile[] = []
    for (const path of options.files) files.push(await InputFile.open(path))
    const { allowDuplicates, retryPolicy } = options
    const rows = await checked(register, files, allowDuplicates)
    const done =
      server === undefined
        ? { created: 0, already: 0 }
        : await sent(server, retryPolicy, register, files, allowDuplicates ? NONE : rows)
    const counted = (count: number) => `${count} ${count === 1 ? register.one : register.many}`
    const text =
      server === undefined
        ? `${counted(rows.size)} would be imported`
        : `${counted(done.created)} imported${done.already === 0 ? '' : `, ${done.already} registered already`}`
    process.stdout.write(options.json ? `${printableJson({ rows: rows.size, ...done })}\n` : `${text}\n`)
    return EXIT.ok
  }
}

/** Checks every row. @returns the rows by their identity @throws Failure where a row is refused, or there is none */
async function checked(
  register: Register,
  files: readonly InputFile[],
  allowDuplicates: Options['allowDuplicates'],
): Promise<ReadonlyMap<string, KnownRow>> {
  const places = new Map<string, KnownRow>()
  let problems = 0
  for (const file of files)
    for await (const { line, row } of rowsOf(file)) {
      const read = bodyOf(register, row)
      const place = `${file.path}: line ${line}`
      const whole = hashOf(read.body)
      const key = allowDuplicates ? whole : identityOf(register, read.body)
      const same = read.problems.length === 0 ? places.get(key) : undefined
      if (same !== undefined)
        read.problems.push(
          same.whole === whole
            ? `is the same as ${same.place}`
            : `has the ${register.identity.join(' and ')} of ${same.place}; --allow-duplicates registers both`,
        )
      if (places.size === MOST) throw usage(`${file.path}: more than 100,000 rows: import them in parts`)
      places.set(key, { place, whole })
      for (const problem of read.problems) if (++problems <= SHOWN) log(`${place}: ${problem}`)
    }
  if (problems > SHOWN) log(`and ${problems - SHOWN} more`)
  if (problems > 0)
    throw usage(`${problems === 1 ? 'one problem' : `${problems} problems`} found; nothing was sent`)
  if (places.size === 0) throw new Failure(EXIT.nothing, 'there is no row in the files; nothing was sent')
  return places
}

/** Sends the rows. @param known the rows, by identity, that are not added where they are registered already */
async function sent(
  server: Server,
  retryPolicy: RetryPolicy,
  register: Register,
  files: readonly InputFile[],
  known: ReadonlyMap<string, KnownRow>,
): Promise<{ created: number; already: number }> {
  const registered = known.size === 0 ? NONE : await registeredOf(server, retryPolicy, register, known)
  let [created, already] = [0, 0]
  for (const file of files)
    for await (const { line, row } of rowsOf(file)) {
      const { body, problems } = bodyOf(register, row)
      const place = `${file.path}: line ${line}`
      const before = `${created + already} of the rows before it are registered; import the same files again`
      if (problems.length > 0) throw usage(`${place}: has changed meanwhile; ${before}`)
      const same = registered.get(identityOf(register, body))
      if (same !== undefined) {
        already += 1
        const differ = differences(body, same).join(', ')
        if (differ !== '')
          retryPolicy.log(`${place}: is registered with another ${differ}; it stays as it is`)
        continue
      }
      const outcome = await sendRow(server, retryPolicy, register, body).catch((failure: Failure) => {
        throw new Failure(failure.exitCode, `${place}: ${failure.message}; ${before}`)
      })
      if (outcome === 'already') already += 1
      else created += 1
    }
  return { created, already }
}

/** @throws Failure where the row is refused, or there is no answer */
async function sendRow(
  server: Server,
  retryPolicy: RetryPolicy,
  register: Register,
  body: Body,
): Promise<'created' | 'already'> {
  const { status, error, replayed } = await call(server, retryPolicy, {
    method: 'POST',
    path: `/${register.many}`,
    body: JSON.stringify(body),
    idempotencyKey: keyOf(register, body),
  })
  if (status === 201) return replayed ? 'already' : 'created'
  throw new Failure(isMissingAddon(error) ? EXIT.nothing : EXIT.usage, `refused: ${reasonOf(error)}`)
}

/** The idempotency key of a row: the same for the same content, in any file and line. */
const keyOf = ({ many }: Register, body: Body): string => `import-${hashOf([many, body])}`

/** A row that was checked: its file and line, and the hash of all of it. */
type KnownRow = { place: string; whole: string }

const NONE = new Map<string, never>()
const SHOWN = 50
const MOST = 100_000
