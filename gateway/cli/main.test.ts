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

test('every line of the command list is there', () => {
  const names = new Set(all(whole, 'attestry').map(([path]) => path.slice('attestry '.length)))
  const expected = [
    ...['serve', 'env', 'migrate', 'org create', 'org list', 'org update', 'client create', 'client list'],
    ...['client revoke', 'login', 'logout', 'user create', 'user list', 'user update', 'user disable'],
    ...['user reset-password', 'key create', 'key list', 'key update', 'key revoke', 'incident list'],
    ...['incident show', 'incident move', 'asset list', 'asset retire', 'supplier list', 'supplier assess'],
    ...['results list', 'runs list', 'decisions list', 'deliveries list'],
    ...['webhook forward', 'system create', 'system list', 'system update', 'profile create'],
    ...['profile list', 'profile update', 'suite create', 'suite list', 'suite outcome', 'certify', 'attest'],
    ...['trigger list', 'trigger open', 'trigger resolve', 'proposal list', 'proposal accept'],
    ...[
      'proposal dismiss',
      'gate query',
      'gate replay',
      'audit list',
      'audit checkpoint',
      'audit verify',
      'verify',
    ],
    ...[
      'certificates create',
      'gate check',
      'gate verify',
      'import results',
      'witness init',
      'witness add-log',
      'witness serve',
    ],
  ]
  expect(expected.filter((name) => !names.has(name))).toEqual([])
})

test('a command that is run by its name is the same as in the whole', async () => {
  for (const { name, help } of whole.commands.map((one) => ({
    name: one.name(),
    help: one.helpInformation(),
  })))
    expect((await attestry(name)).commands.map((one) => one.helpInformation())).toEqual([help])
})
