import { expect, test } from 'vitest'
import { fortinetEntries } from './fortinet-text.ts'

const HEAD = 'date=2026-02-01 time=10:00:00 devname="FGT 1" logid="0419016384" type="utm" subtype="ips"'

test('each line is a Fortinet entry, also behind a syslog header, and quoted values keep spaces and signs', () => {
  const text = `<185>${HEAD} msg="a=b, c" policyid=7\r\n\n<189>Feb  1 10:00:01 fw ${HEAD} attack="x"\n`
  expect(fortinetEntries(text)).toMatchObject([
    { date: '2026-02-01', devname: 'FGT 1', type: 'utm', msg: 'a=b, c', policyid: '7' },
    { logid: '0419016384', attack: 'x' },
  ])
})

test('Fortinet entries may have commas between fields', () => {
  const text = 'date=2026-02-01,time=10:00:00,logid=0720018433,type=anomaly,level=alert,attack="icmp flood"'
  expect(fortinetEntries(text)).toMatchObject([{ type: 'anomaly', level: 'alert', attack: 'icmp flood' }])
})

test.each([
  ['prose', 'The disk of web-1 is full'],
  ['fields of another product', 'time=10:00 level=info msg="started" type=service'],
  ['an entry beside another line', `${HEAD}\nUnrelated line`],
])('%s is not a Fortinet entry', (_, text) => expect(fortinetEntries(text)).toBeNull())

test('a Fortinet field named like a member of every object is an own property', () => {
  const [entry] = fortinetEntries(`${HEAD} __proto__=x`)!
  expect(Object.hasOwn(entry as object, '__proto__')).toBe(true)
})

test.each([
  ['a quote', '/" type=traffic level=notice "'],
  ['a long value', `/${'x'.repeat(5001)} type=traffic level=notice `],
])('%s in a Fortinet entry does not change the fields before it', (_, url) => {
  const [entry] = fortinetEntries(`${HEAD} level="alert" url="${url}"`)!
  expect(entry).toMatchObject({ type: 'utm', level: 'alert' })
})

test('a text that almost is a Fortinet entry is read in linear time', () => {
  expect(fortinetEntries(`date=${'type='.repeat(200_000)}`)).toBeNull()
  expect(fortinetEntries(`${HEAD} ${'a="'.repeat(100_000)}`)).toHaveLength(1)
})
