import { expect, test } from 'vitest'
import { Duties } from '../../../verifier/src/replay/inputs/duties.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'

/* Who gave a person the role in which the person attests, and whose account that was. Times are in hours. */

const HOUR = 3_600_000

/** The admin makes a second account, which makes a third, which gives roles; then somebody attests. */
function attested(person: string, waited_hours: number, how: { version?: number; hours?: number } = {}) {
  const { version = 3, hours = 5 } = how
  const duties = new Duties(new StateBudget())
  const writes = (id: string, operation: string, by: string, roles: string[], record: object, at: number) =>
    duties.person({ id, attestation_roles: roles, ...record }, at * HOUR, {
      operation,
      actor: { kind: 'user', id: by, name: by },
    })
  writes('second', 'createUser', 'admin', [], { version: 1 }, 1)
  writes('third', 'createUser', 'second', [], { version: 1 }, 2)
  writes('admin', 'updateUser', 'third', ['ciso'], { version: 2 }, 3)
  writes('other', 'updateUser', 'third', ['ciso'], { version: 2 }, 3)
  const settings = [{ role_wait_hours: 24 }]
  const call = { at: hours * HOUR, settings, place: {} }
  try {
    duties.checkWait({ role: 'ciso', waited_hours, duties_version: version }, person, call)
    return 'fine'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('an attestation’s wait counts from a role grant by an account that its person may have used', () => {
  expect(attested('admin', 720)).toBe('input_differs')
  expect(attested('admin', 4)).toBe('input_differs')
  expect(attested('admin', 3)).toBe('fine')
  expect(attested('other', 720)).toBe('fine')
})

test('the wait ignores an account after its own wait, and under earlier versions of the duties', () => {
  expect(attested('admin', 720, { hours: 50 })).toBe('fine')
  expect(attested('admin', 720, { version: 2 })).toBe('fine')
})
