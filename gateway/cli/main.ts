import { constants } from 'node:os'
import { Command, CommanderError, type HelpContext, type Option } from 'commander'
import { onOutputError } from '../../clients/cli/src/command/output-errors.ts'
import { withExample } from './commands/command.ts'
import { commands } from './commands/index.ts'
import { errorLine, oneLine } from './errors/error-line.ts'
import { UsageError } from './errors/usage-error.ts'

/**
 * Runs the `attestry` command. Errors go to stderr as one line with exit 1, wrong usage with exit 2 (gateway/cli/README.md). If
 * its output cannot be written, a command that runs until it is stopped continues. Other commands end; if nobody reads the
 * output, as by SIGPIPE.
 */
export async function main(argv: string[]): Promise<void> {
  const runsOn = RUN_ON.has(argv[0] ?? '') || RUN_ON.has(argv.slice(0, 2).join(' '))
  onOutputError(runsOn ? {} : { unread: 128 + constants.signals.SIGPIPE, failed: 1 })
  try {
    await (await attestry(argv[0])).parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    process.stderr.write(errorLine(error))
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

/** The subcommands that may run until they are stopped. */
const RUN_ON = new Set(['serve', 'witness serve', 'audit mirror', 'webhook forward'])

/** Returns the whole command, or the part of it that the subcommand of that name needs. */
export async function attestry(name?: string): Promise<Command> {
  const program = new Command('attestry')
    .description('Attestry: a compliance and AI-governance core that organizations run themselves.')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`attestry: ${oneLine(text)}\n`) })
  for (const command of await commands(name)) program.addCommand(command)
  inherit(program)
  nameUnknown(program)
  return withExample(program, 'serve')
}

/** Gives the settings of a command to its subcommands: added commands do not inherit them. */
function inherit(parent: Command): void {
  for (const command of parent.commands) {
    command.copyInheritedSettings(parent)
    nameMistyped(command)
    nameUnknown(command)
    inherit(command)
  }
}

/**
 * Names a mistyped option, and the one that was probably meant. Commander would only name a missing required option, which it
 * checks first.
 */
function nameMistyped(command: Command): void {
  const checked = command as Command & Checks
  const missing = checked.missingMandatoryOptionValue
  checked.missingMandatoryOptionValue = (option) => {
    const [mistyped] = command.parseOptions(command.args).unknown
    if (mistyped?.startsWith('-')) checked.unknownOption(mistyped)
    missing.call(command, option)
  }
}

/**
 * Reports an unknown command also if its help is asked for, and names a similar command. Commander would print the help of the
 * group instead, and `--help` would end like a success.
 */
function nameUnknown(group: Command): void {
  const checked = group as Command & Checks
  const unknown = checked.unknownCommand
  checked.unknownCommand = () => {
    const [name = ''] = group.args
    const meant = group.commands.filter((one) => has(one, name)).map((one) => `${one.name()} ${name}`)
    if (meant.length === 0) unknown.call(group)
    const one = meant.length === 1 ? '' : 'one of '
    group.error(`error: unknown command '${name}' (Did you mean ${one}${meant.join(', ')}?)`)
  }
  const print = group.outputHelp as (context: HelpContext) => void
  group.outputHelp = ((context: HelpContext) => {
    const named = group.args[0] === 'help' ? group.args.slice(1) : group.args
    const [name = '-'] = named
    if (group.commands.length > 0 && !name.startsWith('-') && name !== 'help' && !has(group, name)) {
      group.args = named
      checked.unknownCommand()
    }
    print.call(group, context)
  }) as Command['outputHelp']
}

const has = (group: Command, name: string): boolean => group.commands.some((one) => one.name() === name)

/** Commander's methods for wrong usage, which its types leave out. */
type Checks = {
  unknownCommand(): void
  missingMandatoryOptionValue(option: Option): void
  unknownOption(flag: string): void
}
