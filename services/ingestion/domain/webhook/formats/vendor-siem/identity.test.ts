import { expect, test } from 'vitest'
import { hashOf, hashOfShared, hashOfSubject, id, idAt, idWithin } from './identity.ts'

test('an id that stands for an absent value gives way to the next one', () => {
  const alert = { event: { id: 'N/A' }, uuid: '00000000-0000-0000-0000-000000000000', key: 'k-1', count: 0 }
  expect(id('event.id', 'uuid', 'key')(alert)).toBe('k-1')
  expect(idWithin(['event.id', 'key'], ['count'])(alert)).toBe('k-1@0')
  expect(idAt(alert, ['event.id', 'key'])).toBe('k-1')
  expect(idAt(alert, ['count'])).toBe('0')
  expect(id('event.id', 'uuid')(alert)).toMatch(/^sha256:/)
})

test.each(['N/A', 'null', 'None', '00000000-0000-0000-0000-000000000000'])(
  'a hash with the id %s is that of the whole alert, too',
  (none) => {
    const of = hashOf('organization.id', 'id')
    const alert = (title: string, own: string) => ({ organization: { id: 7 }, id: own, title })
    expect(of(alert('One', none))).not.toBe(of(alert('Two', none)))
    expect(of(alert('One', none))).toBe(of(alert('One', none)))
    expect(of(alert('One', '12'))).toBe(of(alert('Two', '12')))
    expect(of(alert('One', ''))).toBe(of(alert('Two', '')))
  },
)

test('other values that stand for none leave the hash as it is', () => {
  const of = hashOf('id', 'host', 'severity')
  const alert = (state: string) => ({ id: 12, host: 'unknown', severity: 'None', state })
  expect(of(alert('open'))).toBe(of(alert('closed')))
})

test('an alert without an id shares its hash with its closure', () => {
  const alert = (state: string) => ({ monitorId: 'N/A', monitor: 'web', state })
  for (const hash of [hashOfShared('monitor', 'monitorId'), hashOfSubject('monitor', 'monitorId')])
    expect(hash(alert('down'))).toBe(hash(alert('up')))
})
