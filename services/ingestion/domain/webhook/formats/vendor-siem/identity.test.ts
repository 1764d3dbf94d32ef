import { expect, test } from 'vitest'
import { hashOf, hashOfShared, hashOfSubject, id, idAnd, idAt, idWithin } from './identity.ts'

test('an id that stands for an absent value gives way to the next one', () => {
  const alert = { event: { id: 'N/A' }, uuid: '00000000-0000-0000-0000-000000000000', key: 'k-1', count: 0 }
  expect(id('event.id', 'uuid', 'key')(alert)).toBe('k-1')
  expect(idWithin(['event.id', 'key'], ['count'])(alert)).toBe('k-1@0')
  expect(idAt(alert, ['event.id', 'key'])).toBe('k-1')
  expect(idAt(alert, ['count'])).toBe('0')
  expect(id('event.id', 'uuid')(alert)).toMatch(/^sha256:/)
  expect(id('uuid', 'key')({ ...alert, uuid: '0'.repeat(32) })).toBe('k-1')
  expect(id('uuid', 'key')({ ...alert, uuid: '0'.repeat(31) })).toBe('0'.repeat(31))
})

test.each(['N/A', 'null', 'None', '00000000-0000-0000-0000-000000000000', '0'.repeat(32)])(
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

const NONE = [
  '',
  ' ',
  null,
  undefined,
  '-',
  'N/A',
  'None',
  '{{ .startsAt }}',
  '%start%',
  '$start$',
  '[start]',
  'at {{ .startsAt }}',
]

test.each(NONE)(
  'an id that two alerts can share is joined with the whole alert if what tells them apart is %j',
  (none) => {
    const of = idAnd('rule', 'value', ['host.id', 'host.name'])
    const alert = (title: string) => ({ rule: 7, value: none, host: { name: none }, title })
    expect(of(alert('One'))).not.toBe(of(alert('Two')))
    expect(of(alert('One'))).toBe(of(alert('One')))
    expect(of({ ...alert('One'), host: { name: 'a' } })).toBe(of({ ...alert('Two'), host: { name: 'a' } }))
    expect(of({ ...alert('One'), value: 5 })).toBe(of({ ...alert('Two'), value: 5 }))
  },
)

test.each(NONE)(
  'an id without a time (%j) is joined with the whole alert, whatever else is beside it',
  (none) => {
    const of = idAnd('monitor', 'status', 'startedAt')
    const alert = (text: string) => ({ monitor: 7, status: 'down', startedAt: none, text })
    expect(of(alert('One'))).not.toBe(of(alert('Two')))
    expect(of(alert('One'))).toBe(of(alert('One')))
  },
)

test.each(NONE)('a hash of values that are all %j is that of the whole alert', (none) => {
  const alert = (title: string) => ({ rule: none, host: [none], title })
  for (const hash of [hashOf('rule', 'host'), hashOfShared('rule', 'host')]) {
    expect(hash(alert('One'))).not.toBe(hash(alert('Two')))
    expect(hash(alert('One'))).toBe(hash(alert('One')))
  }
})

test.each(['{{ .id }}', 'incident-{{ .id }}', '%ALERTID%', '[alert.id]'])(
  'an id that is only the variable %s of a template gives way to the next one',
  (variable) => {
    expect(id('id', 'key')({ id: variable, key: 'k-1' })).toBe('k-1')
    expect(id('id')({ id: variable })).toMatch(/^sha256:/)
  },
)

test.each(['[2001:db8::1]', '[1]', 'host[1]', '100%', '%41%42'])('%s is an id', (own) => {
  expect(id('id')({ id: own })).toBe(own)
})
