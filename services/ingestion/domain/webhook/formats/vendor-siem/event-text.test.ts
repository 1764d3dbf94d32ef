import { describe, expect, test } from 'vitest'
import { eventOfText } from './event-text.ts'

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

  test('has own properties only, whatever a key is called', () => {
    const [event] = eventOfText('CEF:0|a|b|c|d|e|5|__proto__=x constructor=y')! as [
      { cef: { extension: object } },
    ]
    expect(Object.getPrototypeOf(event.cef.extension)).toBe(Object.prototype)
    expect(Object.keys(event.cef.extension)).toEqual(['__proto__', 'constructor'])
  })
})
