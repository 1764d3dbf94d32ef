import { Command, InvalidArgumentError } from 'commander'
import { printableJson } from '../../../clients/cli/src/command/printable.ts'
import { INSTALLATION_ID, isUuid } from '../../../services/kernel/values/ids.ts'
import type { Call } from '../calls/control-call.ts'
import { dataDirOf } from '../data-directory/environment.ts'
import { gatewayUrl } from '../data-directory/instance.ts'
import { type KeptSession, pickSession } from '../data-directory/sessions.ts'
import type { View } from '../views/views.ts'

/** The dependencies of a person's command. */
export type PersonContext = { call: Call; baseUrl: string; session: KeptSession }

/** Makes a group of commands about one resource: `attestry key …`. */
export function resource(name: string, about: string, verbs: Command[]): Command {
  const command = new Command(name).description(about)
  for (const verb of verbs) command.addCommand(verb)
  const [first] = verbs
  return withExample(command, first === undefined ? name : (examples.get(first) ?? name))
}

/** Adds an example to a command's help. */
export function withExample(command: Command, ...lines: string[]): Command {
  examples.set(command, lines[0]!)
  return command.addHelpText('after', `\nExample:\n${lines.map((line) => `  attestry ${line}`).join('\n')}`)
}

/** Makes a command that answers with one view; `example` follows its help. */
export function verb(name: string, about: string, example: string): Command {
  const command = new Command(name).description(about)
  return withExample(command.option('--json', 'print one JSON object and nothing else'), example)
}

/** Makes a command of a person, who acts in a session of the control API. */
export function personVerb(name: string, about: string, example: string): Command {
  return verb(name, about, example)
    .option('--org <id>', 'the organization: act in the session kept for it', uuid)
    .option('--as <email>', 'act in the session of this person')
}

/** Gives a command that creates something the option by which a script sends it again safely. */
export function retriable(command: Command): Command {
  return command.option(
    '--idempotency-key <key>',
    'a key of this call: for 24 hours the same command with the same key creates nothing again',
    idempotencyKey,
  )
}

/** Makes the action of a person's command. */
export function asPerson<O>(handle: (options: O, context: PersonContext) => Promise<View>) {
  return async (options: O & Person, command: Command): Promise<void> => {
    const session = await pickSession(dataDirOf(process.env), options)
    const baseUrl = await gatewayUrl(process.env)
    const { controlCall } = await import('../calls/control-call.ts')
    const call = controlCall(baseUrl, session, options.idempotencyKey)
    show(command, await handle(options, { call, baseUrl, session }))
  }
}

/** Makes the action of an operator's command, which calls the ledger itself. */
export function asOperator<O>(handle: (options: O, call: Call) => Promise<View>) {
  return async (options: O, command: Command): Promise<void> => {
    const { withOperator } = await import('../operator/operator.ts')
    show(command, await withOperator(process.env, (call) => handle(options, call)))
  }
}

/**
 * Gives a command its action: a person's, or with `--operator` the operator's. `handle` gets the organization in which
 * it acts; the operator's is the installation.
 */
export function asPersonOrOperator<O>(
  command: Command,
  handle: (options: O, call: Call, organizationId: string) => Promise<View>,
): Command {
  const byPerson = asPerson<O>((options, { call, session }) => handle(options, call, session.organization_id))
  const byOperator = asOperator<O>((options, call) => handle(options, call, INSTALLATION_ID))
  return command
    .option('--operator', "act as the installation's operator")
    .action((options, self) => (options.operator === true ? byOperator : byPerson)(options, self))
}

/** Prints a view in the form that was asked for. */
export function show(command: Command, view: View): void {
  const text = command.opts().json === true ? printableJson(view.json) : view.text
  if (text !== '') process.stdout.write(`${text}\n`)
  if (view.exitCode) process.exitCode = view.exitCode
}

/** Splits an option's value `a,b` into its parts. */
export function commas(value: string): string[] {
  return value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

/** Collects the values of an option that may be given several times. */
export function repeated(value: string, earlier: string[] = []): string[] {
  return [...earlier, value]
}

function idempotencyKey(value: string): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(value))
    throw new InvalidArgumentError('It must have 1 to 255 visible ASCII characters.')
  return value
}

/** Reads a UUID, and returns it in lower case. */
export function uuid(value: string): string {
  if (!isUuid(value)) throw new InvalidArgumentError('It must be a UUID.')
  return value.toLowerCase()
}

/**
 * Parses the id of an AI system. Actions of people MUST name a system by its id, because another system may get the name later.
 */
export function systemId(value: string): string {
  if (!isUuid(value))
    throw new InvalidArgumentError('It must be a UUID: `attestry system list` shows the ids with the names.')
  return uuid(value)
}

export function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError('It must be a whole number.')
  return Number(value)
}

/** Reads a whole number from 1 on, such as a number of rows, calls in a minute, or hours. */
export function positive(value: string): number {
  const number = wholeNumber(value)
  if (number < 1) throw new InvalidArgumentError('It must be at least 1.')
  return number
}

export function decimal(value: string): number {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) throw new InvalidArgumentError('It must be a number.')
  return number
}

const examples = new WeakMap<Command, string>()

type Person = { org?: string; as?: string; idempotencyKey?: string }
