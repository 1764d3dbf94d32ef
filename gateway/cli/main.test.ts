import type { Command } from 'commander'
import { expect, test } from 'vitest'
import { attestry } from './main.ts'

const all = (command: Command, path: string): [string, Command][] => [
  [path, command],
  ...command.commands.flatMap((one) => all(one, `${path} ${one.name()}`)),
]

const whole = await attestry()

test.each(all(whole, 'attestry'))('%s has help, with an example of itself', (path, command) => {
  let help = ''
  command.configureOutput({ writeOut: (text) => (help += text) })
  command.outputHelp()
  expect(help).toContain('Usage: ')
  expect(command.description()).not.toBe('')
  expect(help).toMatch(new RegExp(`\nExample:\n  ${path}\\b`))
})

test('the list of commands is exactly this', () => {
  const verbs = whole.commands.map((one) => [
    one.name(),
    all(one, '')
      .filter(([, command]) => command !== one && command.commands.length === 0)
      .map(([path]) => path.trim())
      .join(', '),
  ])
  expect(Object.fromEntries(verbs)).toEqual({
    serve: '',
    env: '',
    migrate: '',
    org: 'create, list, update, reset-password',
    client: 'create, list, revoke',
    certificates: 'create',
    login: '',
    logout: '',
    user: 'create, invite, accept, list, update, disable, reset-password, change-password',
    key: 'create, list, update, revoke',
    incident:
      'list, show, move, create, edit, assess, moment, comment, attach, link, merge, file, filings, obligations, ' +
      'report fields, report create, report list, report show, report edit, report render, timeline, triage',
    obligations: 'list',
    reporting: 'show, set',
    asset: 'list, create, edit, retire',
    supplier: 'list, create, edit, assess',
    webhook: 'create, list, update, rotate, revoke, deliveries, try, forward',
    deliveries: 'list',
    channel: 'create, list, update, test, delete',
    notification: 'list, announce-deprecation',
    system: 'create, list, update',
    profile: 'create, list, update',
    suite: 'create, list, outcome',
    review: '',
    certify: '',
    attest: '',
    trigger: 'list, open, resolve',
    proposal: 'list, accept, dismiss',
    gate: 'check, verify, query, decisions, replay',
    decisions: 'list',
    results: 'list',
    runs: 'list',
    import: 'results, assets, suppliers',
    audit: 'list, follow, checkpoint, verify, mirror',
    evidence: 'export, list',
    'signing-key': 'list, rotate, revoke',
    verify: '',
    completion: '',
    witness: 'init, add-log, serve',
  })
})

test.each([
  ['move', "error: unknown command 'move' (Did you mean incident move?)"],
  ['move --help', "error: unknown command 'move' (Did you mean incident move?)"],
  ['help move', "error: unknown command 'move' (Did you mean incident move?)"],
  ['incdent -h', "error: unknown command 'incdent'\n(Did you mean incident?)"],
  ['incident mvoe --help', "error: unknown command 'mvoe'\n(Did you mean move?)"],
  ['incident help mvoe', "error: unknown command 'mvoe'\n(Did you mean move?)"],
  ['incident report rendr --help', "error: unknown command 'rendr'\n(Did you mean render?)"],
  ['xyzzy --help', "error: unknown command 'xyzzy'"],
])('an unknown command is reported as unknown, even with --help: %s', async (line, message) => {
  const argv = line.split(' ')
  const ran = silent(await attestry(argv[0])).parseAsync(argv, { from: 'user' })
  await expect(ran).rejects.toMatchObject({ message, exitCode: 1 })
})

test.each(['--help', 'help', 'help incident', 'incident --help', 'incident help move', 'serve --help'])(
  'attestry %s prints help',
  async (line) => {
    const argv = line.split(' ')
    const ran = silent(await attestry(argv[0])).parseAsync(argv, { from: 'user' })
    await expect(ran).rejects.toMatchObject({ exitCode: 0 })
  },
)

test('a command that is loaded alone has the same help as in the whole', async () => {
  for (const { name, help } of whole.commands.map((one) => ({
    name: one.name(),
    help: one.helpInformation(),
  })))
    expect((await attestry(name)).commands.map((one) => one.helpInformation())).toEqual([help])
})

/** The command without its output. */
function silent(command: Command): Command {
  for (const [, one] of all(command, '')) one.configureOutput({ writeOut: () => {}, writeErr: () => {} })
  return command
}
