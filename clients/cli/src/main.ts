import process from 'node:process'
import { auditFollow } from './audit/follow.ts'
import { EXIT, type ExitCode, Failure, usage } from './command/exit-codes.ts'
import { log } from './command/log.ts'
import { onOutputError } from './command/output-errors.ts'
import { gateCheck } from './gate/check.ts'
import { gateVerify } from './gate/verify.ts'
import { importResults } from './import/results.ts'
import { importRegister } from './register/import.ts'

/** A command for pipelines: takes the arguments after its name, returns the exit code. */
type PipelineCommand = (argv: string[], env: NodeJS.ProcessEnv) => Promise<ExitCode>

const COMMANDS: { [name: string]: PipelineCommand } = {
  __proto__: null as never,
  'gate check': gateCheck,
  'gate verify': gateVerify,
  'import results': importResults,
  'import assets': importRegister('assets'),
  'import suppliers': importRegister('suppliers'),
  'audit follow': auditFollow,
}

const HELP = `attestry: commands for pipelines

  attestry gate check --system NAME|ID     ask the release gate; exit 0 on pass, 1 on block
  attestry gate verify FILE --system ID    compare a signed decision with an artifact; exit 0 on pass
  attestry import results FILE… --system S  submit the results of evaluation tools
  attestry import assets FILE…             register the assets of a list
  attestry import suppliers FILE…          register the suppliers of a list
  attestry audit follow --format json|ocsf  the audit log, line by line, for a SIEM

Run a command with --help for its options. They need any Node.js from 20 and, but for gate verify,
an API key in ATTESTRY_API_KEY.
`

/** Whether the arguments name a command for pipelines. */
export function isPipelineCommand(argv: string[]): boolean {
  return Object.hasOwn(COMMANDS, argv.slice(0, 2).join(' '))
}

/**
 * Runs a command for pipelines and sets the exit code of the process. Writes one line to standard error where the command fails.
 */
export async function main(argv: string[]): Promise<void> {
  onOutputError({ failed: EXIT.unavailable })
  // A process that ends before its command has finished MUST NOT exit with 0.
  process.exitCode = EXIT.unavailable
  process.exitCode = await run(argv).catch((error: unknown) => {
    log((error as Error).message)
    return error instanceof Failure ? error.exitCode : EXIT.unavailable
  })
}

async function run(argv: string[]): Promise<ExitCode> {
  const command = COMMANDS[argv.slice(0, 2).join(' ')]
  if (command !== undefined) return command(argv.slice(2), process.env)
  const [group = ''] = argv
  const isOfGroup = argv.length === 2 && Object.keys(COMMANDS).some((name) => name.startsWith(`${group} `))
  if (argv.length === 0 || isHelp(group) || (isOfGroup && isHelp(argv[1]!))) {
    process.stdout.write(HELP)
    return argv.length === 0 ? EXIT.usage : EXIT.ok
  }
  throw usage(`unknown command; one of ${Object.keys(COMMANDS).join(', ')} (attestry --help)`)
}

const isHelp = (word: string): boolean => word === '--help' || word === '-h' || word === 'help'
