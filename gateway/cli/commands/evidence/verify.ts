import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { Command } from 'commander'
import { repeated, withExample } from '../command.ts'

/** `attestry verify FILE …`: runs the verifier that packages contain, in a separate process. */
export function verifyCommand(): Command {
  const command = new Command('verify')
  return withExample(command, 'verify evidence.zip --keys keys.json')
    .description(
      "Verify evidence packages, offline; the exit code is the verifier's, of several files the most severe.",
    )
    .argument('<files...>', 'evidence packages')
    .option('--key <file>', 'trust this public key (PEM or DER); may be repeated', repeated)
    .option('--pin <kid>', 'trust the key with this id; may be repeated', repeated)
    .option('--org <id>', 'require that the packages are of the organization with this id')
    .option('--keys <file>', 'the published key set (keys.json)')
    .option('--require-trust', 'exit code 5 where no --key, --pin or --keys confirms the signer')
    .option('--require-replay', 'exit code 6 where step 9 was not checked, or only in part')
    .option('--memory <mib>', 'the most memory for the states of the log in step 9 (default: 64)')
    .option(
      '--allow-clock-steps',
      'only remark on times out of order: for a log whose clock is known to have been wrong',
    )
    .option('--require-pin', 'refuse to run without --key or --pin')
    .option(
      '--previous <file>',
      'prove that the log of this older package was continued; may be repeated',
      repeated,
    )
    .option(
      '--checkpoint <file>',
      'require that the packages continue the log of this checkpoint, and do not end before it',
    )
    .option('--witness <key>', 'trust this witness (its verifier key); may be repeated', repeated)
    .option('--quorum <n>', 'require the cosignatures of this many of the witnesses (default: all)')
    .option('--tsa <file>', 'trust the time-stamp authorities of this file (PEM); may be repeated', repeated)
    .option('--explain <id>', 'show how this gate decision follows from its snapshot')
    .option('--json', 'print one JSON object and nothing else; of several files { "data": [ … ] }')
    .action(async (files: string[], options: Options) => {
      const collect = options.json === true && files.length > 1
      const reports: string[] = []
      let worst = 0
      for (const file of files) {
        const { code, output } = await runVerifier([...passedOn(options), file], collect ? 'pipe' : 'inherit')
        if (severityOf(code) > severityOf(worst)) worst = code
        reports.push(output)
      }
      if (collect) process.stdout.write(`{"data":[${reports.join(',')}]}\n`)
      process.exitCode = worst
    })
}

/**
 * How severe an exit code of the verifier is: of a package that is rejected more than of one that is intact, whose signer or whose log was
 * only not checked.
 */
function severityOf(code: number): number {
  return LESS_SEVERE.includes(code)
    ? LESS_SEVERE.indexOf(code)
    : LESS_SEVERE.length + (code === REJECTED ? 1 : 0)
}

const REJECTED = 1
/** Verified, not replayed, signer not confirmed, no pin, usage. */
const LESS_SEVERE = [0, 6, 5, 3, 2]

/** @param stdout `pipe`: its output is returned and not printed */
async function runVerifier(
  args: string[],
  stdout: 'pipe' | 'inherit',
): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [VERIFIER, ...args], {
    stdio: ['ignore', stdout, 'inherit'],
  })
  const exit = once(child, 'exit')
  const output = child.stdout === null ? '' : (await text(child.stdout)).trim()
  const [code] = (await exit) as [number | null]
  return { code: code ?? 1, output }
}

function passedOn({ key = [], pin = [], keys, requirePin, requireTrust, ...rest }: Options): string[] {
  const { requireReplay, memory, allowClockSteps } = rest
  const { org, previous = [], checkpoint, explain, json, witness = [], quorum, tsa = [] } = rest
  const valued = {
    '--org': org,
    '--keys': keys,
    '--checkpoint': checkpoint,
    '--explain': explain,
    '--quorum': quorum,
    '--memory': memory,
  }
  return [
    ...key.flatMap((file) => ['--key', file]),
    ...pin.flatMap((kid) => ['--pin', kid]),
    ...witness.flatMap((one) => ['--witness', one]),
    ...tsa.flatMap((file) => ['--tsa', file]),
    ...previous.flatMap((file) => ['--previous', file]),
    ...Object.entries(valued).flatMap(([name, value]) => (value === undefined ? [] : [name, value])),
    ...(requirePin ? ['--require-pin'] : []),
    ...(requireTrust ? ['--require-trust'] : []),
    ...(requireReplay ? ['--require-replay'] : []),
    ...(allowClockSteps ? ['--allow-clock-steps'] : []),
    ...(json ? ['--json'] : []),
  ]
}

const VERIFIER = fileURLToPath(new URL('../../../../verifier/dist/verify.mjs', import.meta.url))

type Options = {
  key?: string[]
  pin?: string[]
  org?: string
  keys?: string
  requirePin?: boolean
  requireTrust?: boolean
  requireReplay?: boolean
  memory?: string
  allowClockSteps?: boolean
  previous?: string[]
  checkpoint?: string
  explain?: string
  witness?: string[]
  quorum?: string
  tsa?: string[]
  json?: boolean
}
