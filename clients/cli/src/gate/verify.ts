import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { parsed } from '../command/arguments.ts'
import { duration } from '../command/duration.ts'
import { EXIT, type ExitCode, usage } from '../command/exit-codes.ts'
import { printable } from '../command/printable.ts'
import { UUID } from '../command/uuid.ts'
import { textOfOption } from '../files/text-of-file.ts'
import { type Policy, refusalOf } from './signed-decision.ts'

const GATE_VERIFY_HELP = `attestry gate verify: does a signed decision let this artifact ship?

  attestry gate verify FILE --key PEM --system ID (--artifact FILE | --subject SHA256) --max-age TIME

  FILE               the signed decision or verification summary, a Sigstore bundle or a bare DSSE envelope
  --key PEM          the public key of the installation, which you got from it before
  --system ID        the AI system, by its id: an installation signs for all of its organizations, and names are not unique
  --artifact FILE    the artifact that is released
  --subject SHA256   or its SHA-256, 64 lower-case hex digits
  --max-age TIME     how long ago the gate may have decided (30m, 24h)

No server is asked. Exit codes: 0 the gate passed this artifact, 1 it did not, or the file does not show it, 2 usage.
`

/**
 * `attestry gate verify`: checks that a signed decision is what a release requires (docs/decision-attestations.md).
 *
 * @returns the exit code
 */
export async function gateVerify(argv: string[]): Promise<ExitCode> {
  const { values, positionals } = parsed(argv, { texts: TEXTS, flags: [], allowPositionals: true })
  if (values.help === true) {
    process.stdout.write(GATE_VERIFY_HELP)
    return EXIT.ok
  }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw usage('name one file with a signed decision')
  const policy = await policyOf(values)
  const refusal = refusalOf(await textOfOption('the signed decision', file), policy, Date.now())
  if (refusal === undefined) {
    process.stdout.write('pass: the gate passed this artifact\n')
    return EXIT.ok
  }
  process.stderr.write(`attestry: ${printable(file)}: ${printable(refusal)}\n`)
  return EXIT.block
}

async function policyOf(values: { [name in (typeof TEXTS)[number]]?: string }): Promise<Policy> {
  const { key, system, artifact, subject, 'max-age': maxAge } = values
  if (key === undefined) throw usage('--key PEM is missing')
  if (system === undefined || !UUID.test(system)) throw usage('--system: the id of the AI system')
  if ((artifact === undefined) === (subject === undefined))
    throw usage('--artifact FILE or --subject SHA256: one of them')
  if (subject !== undefined && !/^[0-9a-f]{64}$/.test(subject))
    throw usage('--subject: 64 lower-case hex digits')
  if (maxAge === undefined) throw usage('--max-age TIME is missing')
  return {
    key: keyOf(await textOfOption('--key', key)),
    systemId: system.toLowerCase(),
    sha256: subject ?? (await sha256Of(artifact!)),
    maxAgeMs: duration('--max-age', maxAge),
  }
}

function keyOf(text: string): KeyObject {
  try {
    return createPublicKey(text)
  } catch {
    throw usage('--key: not a public key in PEM')
  }
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path)) hash.update(piece)
  } catch (error) {
    throw usage(`--artifact: cannot read ${path} (${(error as NodeJS.ErrnoException).code})`)
  }
  return hash.digest('hex')
}

const TEXTS = ['key', 'system', 'artifact', 'subject', 'max-age'] as const
