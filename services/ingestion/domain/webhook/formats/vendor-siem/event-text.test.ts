import { describe, expect, test } from 'vitest'
import { eventOfText, withTimeOf } from './event-text.ts'

const UNTIMED = {
  cef: {
    ...{ deviceVendor: 'a', deviceProduct: 'b', deviceVersion: 'c', deviceEventClassId: '1', name: 'Name' },
    ...{ severity: '5', extension: { src: '192.0.2.1' } },
  },
}

describe('an event as text', () => {
  test('in CEF keeps bars and equals signs that are escaped, and values with spaces', () => {
    const text =
      'Feb  1 10:00:01 host CEF:0|a\\|b|c|1|100|Name \\\\ x|8|msg=two words \\= one\\nline act=Block cs1Label=Rule'
    expect(eventOfText(text)).toEqual([
      {
        cef: {
          ...{ deviceVendor: 'a|b', deviceProduct: 'c', deviceVersion: '1', deviceEventClassId: '100' },
          ...{ name: 'Name \\ x', severity: '8' },
          extension: { msg: 'two words = one\nline', act: 'Block', cs1Label: 'Rule' },
        },
        syslogTime: 'Feb  1 10:00:01',
      },
    ])
  })

  test.each([
    ['tabs', 'LEEF:1.0|v|p|1|e|sev=7\tcat=a b'],
    ['a delimiter of its own', 'LEEF:2.0|v|p|1|e|^|sev=7^cat=a b'],
    ['the code of a delimiter', 'LEEF:2.0|v|p|1|e|0x5e|sev=7^cat=a b'],
  ])('in LEEF has its attributes between %s', (_, text) => {
    expect(eventOfText(text)).toEqual([
      {
        leef: { vendor: 'v', product: 'p', version: '1', eventId: 'e', attributes: { sev: '7', cat: 'a b' } },
      },
    ])
  })

  test.each(['', 'CEF', 'CEF:0|a|b', 'see CEF:x|', 'LEEF:1.0|a|b|c', 'XCEF:0|a|b|c|d|e|5|'])(
    '%j is none',
    (text) => {
      expect(eventOfText(text)).toBeNull()
    },
  )

  test.each([
    ['<134>1 2026-02-01T10:00:00.123Z host app - - - ', '2026-02-01T10:00:00.123Z'],
    ['2026-02-01T10:00:00+01:00 host ', '2026-02-01T10:00:00+01:00'],
    ['<13>Feb  1 2026 10:00:01 host ', 'Feb  1 2026 10:00:01'],
    ['<13>Feb 1 10:00:01 host ', 'Feb 1 10:00:01'],
    ['host ', undefined],
    ['', undefined],
  ])('without a time of its own has that of its header: %j', (header, syslogTime) => {
    const [event] = eventOfText(`${header}CEF:0|a|b|c|1|Name|5|src=192.0.2.1`)!
    expect(event).toEqual(syslogTime === undefined ? UNTIMED : { ...UNTIMED, syslogTime })
  })

  test('with a time of its own has no other', () => {
    const [event] = eventOfText('2026-02-01T10:00:00Z host CEF:0|a|b|c|1|Name|5|rt=1769940000000')!
    expect(Object.keys(event as object)).toEqual(['cef'])
    expect(withTimeOf({ '@timestamp': '2026-02-01T10:00:05Z' }, [event])).toEqual([event])
  })

  test('without a time of its own has the one beside its text, and no other object has', () => {
    expect(withTimeOf({ time: 1769940000, event: 'CEF' }, [UNTIMED, { alert: 1 }])).toEqual([
      { ...UNTIMED, '@timestamp': 1769940000 },
      { alert: 1 },
    ])
    expect(withTimeOf({ event: 'CEF' }, [UNTIMED])).toEqual([UNTIMED])
  })

  test('of Check Point with an empty field before its name is read from its name on', () => {
    const [event] = eventOfText(
      'CEF:0||Check Point|URL Filtering|Check Point|News|example.com|High|act=Accept',
    )!
    expect(event).toMatchObject({
      cef: {
        deviceVendor: 'Check Point',
        deviceProduct: 'URL Filtering',
        name: 'example.com',
        severity: 'High',
      },
    })
  })

  test('has own properties only, whatever a key is called', () => {
    const [event] = eventOfText('CEF:0|a|b|c|d|e|5|__proto__=x constructor=y')! as [
      { cef: { extension: object } },
    ]
    expect(Object.getPrototypeOf(event.cef.extension)).toBe(Object.prototype)
    expect(Object.keys(event.cef.extension)).toEqual(['__proto__', 'constructor'])
  })
})
