import { expect, test } from 'vitest'
import { certifierWaitedHours, waitedHours } from '../../../services/gate/domain/approvals/duties.ts'
import { Duties } from '../../../verifier/src/replay/inputs/duties.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'

/*
 * From version 4 of the duties on, an approval's wait also counts since its person could have acted in the name of another, whatever the
 * settings are. The gate computes the hours that the verifier compares. Times are in hours.
 */

const HOUR = 3_600_000
const NOW = 100
/** The admin makes a second account, which makes a third, which gives the admin a role. */
const MADE = [
  { account: 'second', by: 'admin', at: 20 },
  { account: 'third', by: 'second', at: 40 },
]
const GRANTED_AT = 60
const NO_WAIT = { certifier_is_another: true, role_wait_hours: 0 }

function dutiesOfLog() {
  const duties = new Duties(new StateBudget())
  const write = (id: string, operation: string, by: string, record: object, at: number) =>
    duties.person({ id, attestation_roles: [], ...record }, at * HOUR, {
      operation,
      actor: { kind: 'user', id: by, name: by },
    })
  for (const { account, by, at } of MADE) write(account, 'createUser', by, { version: 1 }, at)
  write('admin', 'updateUser', 'third', { version: 2, attestation_roles: ['ciso'] }, GRANTED_AT)
  return duties
}

type How = {
  settings?: object
  version?: number
  submitter?: string
  person?: string
  involved?: string[]
}

/** The outcome of a certification of what a person submitted, who is involved by name. */
function certified(waited_hours: number, how: How = {}) {
  const { settings = NO_WAIT, version = 4, submitter = 'third', person = 'admin' } = how
  const record = { involved: how.involved ?? [submitter], suite_id: 'suite', certified_by: { id: person } }
  const call = { at: NOW * HOUR, settings: [settings], place: {} }
  return codeOf(() =>
    dutiesOfLog().check({ ...record, waited_hours, duties_version: version }, [submitter], call),
  )
}

function attested(waited_hours: number, { settings = NO_WAIT, version = 4, person = 'admin' }: How = {}) {
  const call = { at: NOW * HOUR, settings: [settings], place: {} }
  const record = { role: 'ciso', waited_hours, duties_version: version }
  return codeOf(() => dutiesOfLog().checkWait(record, person, call))
}

function codeOf(check: () => void) {
  try {
    check()
    return 'fine'
  } catch (error) {
    return (error as { code: string }).code
  }
}

const makers = MADE.map(({ at, ...one }) => ({ ...one, hoursAgo: NOW - at }))
const caller = { actor: { id: 'admin', recentGrants: [] } } as never

test('a certification without a wait names no more hours than since its certifier could act as a submitter', () => {
  const facts = { author: null, results: new Map([['m', { person: 'third' }]]), makers, grants: [] }
  const hours = certifierWaitedHours({ separation_of_duties: NO_WAIT } as never, facts as never, caller)
  expect(hours).toBe(80)
  expect([certified(hours), certified(hours + 1), certified(hours + 2), certified(720)]).toEqual([
    'fine',
    'fine',
    'input_differs',
    'input_differs',
  ])
})

test('a certification by one who may be involved names no more hours than since then, if the wait that is set is over', () => {
  const facts = { author: null, results: new Map([['m', { person: 'third' }]]), makers, grants: [] }
  const hoursWith = (settings: object) =>
    certifierWaitedHours({ separation_of_duties: settings } as never, facts as never, caller)
  const over = { certifier_is_another: false, role_wait_hours: 24 }
  const within = { certifier_is_another: false, role_wait_hours: 81 }
  expect([hoursWith(over), hoursWith({ ...over, role_wait_hours: 80 }), hoursWith(within)]).toEqual([
    80, 80, 720,
  ])
  const codes = (settings: object, version: number) =>
    [80, 81, 82, 720].map((hours) =>
      certified(hours, { settings, version, involved: ['third', 'second', 'admin'] }),
    )
  expect(codes(over, 5)).toEqual(['fine', 'fine', 'input_differs', 'input_differs'])
  expect(codes(over, 4)).toEqual(['fine', 'fine', 'fine', 'fine'])
  expect(codes(within, 5)).toEqual(['fine', 'fine', 'fine', 'fine'])
})

test('an attestation without a wait names no more hours than since its person could act as the account that granted the role', () => {
  const grants = [{ role: 'ciso', to: 'admin', by: 'third', hoursAgo: NOW - GRANTED_AT }]
  const hours = waitedHours(caller, 'ciso', { grants, makers })
  expect(hours).toBe(80)
  expect([attested(hours), attested(hours + 1), attested(hours + 2), attested(720)]).toEqual([
    'fine',
    'fine',
    'input_differs',
    'input_differs',
  ])
})

test('the verifier compares only what the gate takes into account', () => {
  const onlyAccount = { certifier_is_another: false, role_wait_hours: 24 }
  expect(certified(720, { settings: onlyAccount })).toBe('fine')
  expect(certified(720, { version: 3 })).toBe('fine')
  expect(certified(720, { submitter: 'admin' })).toBe('fine')
  expect(certified(720, { submitter: 'other' })).toBe('fine')
  expect(certified(720, { person: 'approver' })).toBe('fine')
  expect(attested(720, { version: 3 })).toBe('fine')
  expect(attested(720, { person: 'approver' })).toBe('fine')
})
