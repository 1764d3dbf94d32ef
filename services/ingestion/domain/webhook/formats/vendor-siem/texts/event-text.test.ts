import { describe, expect, test } from 'vitest'
import { eventIdentity, eventsOfText, withTimeOf } from './event-text.ts'

const UNTIMED = {
  cef: {
    ...{ deviceVendor: 'a', deviceProduct: 'b', deviceVersion: 'c', deviceEventClassId: '1', name: 'Name' },
    ...{ severity: '5', extension: { src: '192.0.2.1' } },
  },
}

describe('an event as CEF or LEEF text', () => {
  test('in CEF keeps escaped bars and equals signs, and values with spaces', () => {
    const text =
      'Feb  1 10:00:01 host CEF:0|a\\|b|c|1|100|Name \\\\ x|8|msg=two words \\= one\\nline act=Block cs1Label=Rule'
    expect(eventsOfText(text)).toEqual([
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
  ])('in LEEF has attributes separated by %s', (_, text) => {
    expect(eventsOfText(text)).toEqual([
      {
        leef: { vendor: 'v', product: 'p', version: '1', eventId: 'e', attributes: { sev: '7', cat: 'a b' } },
      },
    ])
  })

  // Deep Discovery Inspector behind a receiver that read `CEF:` as the program: wazuh/integrations, integrations/trend_micro_ddi.
  test('is read where its prefix stands as the program in a header of RFC 5424', () => {
    const lines = [
      '<158>1 2026-03-03T10:40:07.942909-03:00 10.0.0.10 CEF - - - 0|a|b|c|1|Name|5|src=192.0.2.1',
      '<158>1 2026-03-03T10:40:08.942909-03:00 10.0.0.10 CEF - - - 0|a|b|c|1|Name|5|src=192.0.2.1',
    ]
    expect(eventsOfText(lines.join('\n'))).toEqual([
      { ...UNTIMED, syslogTime: '2026-03-03T10:40:07.942909-03:00' },
      { ...UNTIMED, syslogTime: '2026-03-03T10:40:08.942909-03:00' },
    ])
    expect(eventsOfText('<158>1 2026-03-03T10:40:07Z host app - - - 0|a|b|c|1|Name|5|')).toBeNull()
  })

  test.each(['', 'CEF', 'CEF:0|a|b', 'see CEF:x|', 'LEEF:1.0|a|b|c', 'XCEF:0|a|b|c|d|e|5|'])(
    'is not recognized in %j',
    (text) => {
      expect(eventsOfText(text)).toBeNull()
    },
  )

  test.each([
    ['CEF', '0|Vendor|Product|1|100|Name|8|src=192.0.2.1', { name: 'Name', severity: '8' }],
    ['LEEF', '1.0|Vendor|Product|1|Event|sev=7', { eventId: 'Event', attributes: { sev: '7' } }],
  ])('in %s is read without the prefix that a syslog receiver removed', (kind, text, fields) => {
    expect(eventsOfText(text)).toMatchObject([{ [kind.toLowerCase()]: fields }])
  })

  test.each(['1|a|b', '1.0|2|3|4|5|6', '0|1|2|3|4|5|6|7', '0|Name|Count|'])(
    'is not recognized without a prefix in %j',
    (text) => {
      expect(eventsOfText(text)).toBeNull()
    },
  )

  test('gets the time of its OTLP log record', () => {
    const event = { cef: { deviceVendor: 'a' } }
    expect(withTimeOf({ timeUnixNano: '1790000000000000000' }, [event])).toEqual([
      { ...event, '@timestamp': '1790000000000000000' },
    ])
  })

  test.each([
    ['<134>1 2026-02-01T10:00:00.123Z host app - - - ', '2026-02-01T10:00:00.123Z'],
    ['2026-02-01T10:00:00+01:00 host ', '2026-02-01T10:00:00+01:00'],
    ['<13>Feb  1 2026 10:00:01 host ', 'Feb  1 2026 10:00:01'],
    ['<13>Feb 1 10:00:01 host ', 'Feb 1 10:00:01'],
    ['2026-02-01T10:00:09Z relay - - - <13>Feb 1 10:00:01 host ', 'Feb 1 10:00:01'],
    ['2026-02-01 10:00:00 host ', '2026-02-01 10:00:00'],
    ['<13>Feb  1 10:00:01.123 host ', 'Feb  1 10:00:01.123'],
    ['<13>Feb  1 2026 10:00:01: host ', 'Feb  1 2026 10:00:01'],
    ['host ', undefined],
    ['', undefined],
  ])('without its own time gets its header’s: %j', (header, syslogTime) => {
    const [event] = eventsOfText(`${header}CEF:0|a|b|c|1|Name|5|src=192.0.2.1`)!
    expect(event).toEqual(syslogTime === undefined ? UNTIMED : { ...UNTIMED, syslogTime })
  })

  test('that states a time keeps it, whatever the time of its log record', () => {
    const [event] = eventsOfText('2026-02-01T10:00:00Z host CEF:0|a|b|c|1|Name|5|rt=1769940000000')!
    expect(Object.keys(event as object)).toEqual(['cef'])
    expect(withTimeOf({ '@timestamp': '2026-02-01T10:00:05Z' }, [event])).toEqual([event])
  })

  test('without a time gets the time beside its text, and other objects get none', () => {
    expect(withTimeOf({ time: 1769940000, event: 'CEF' }, [UNTIMED, { alert: 1 }])).toEqual([
      { ...UNTIMED, '@timestamp': 1769940000 },
      { alert: 1 },
    ])
    expect(withTimeOf({ event: 'CEF' }, [UNTIMED])).toEqual([UNTIMED])
  })

  test('without a time has the same identity, whenever a relay forwards it', () => {
    const event = { ...UNTIMED, syslogTime: '2026-02-01T10:00:00Z' }
    const passed = ['2026-02-01T10:00:05Z', '2026-02-01T11:00:00Z'].map((time) => ({
      ...event,
      '@timestamp': time,
    }))
    expect(new Set([event, ...passed].map(eventIdentity)).size).toBe(1)
    expect(eventIdentity({ ...event, syslogTime: '2026-02-01T10:00:01Z' })).not.toBe(eventIdentity(event))
    const [first, second] = ['10:00:05', '11:00:00'].map((time) =>
      eventIdentity({ ...UNTIMED, '@timestamp': time }),
    )
    expect(first).not.toBe(second)
  })

  test('ends where the next begins on its own line, and no line is lost', () => {
    const text =
      '<13>Feb 1 10:00:01 h CEF:0|a|b|c|1|One|5|msg=x\nmore\n<13>Feb 1 10:00:02 h CEF:0|a|b|c|1|Two|5|\nLEEF:1.0|a|b|c|3|\n'
    expect(eventsOfText(text)).toMatchObject([
      { cef: { name: 'One', extension: { msg: 'x\nmore' } }, syslogTime: 'Feb 1 10:00:01' },
      { cef: { name: 'Two' }, syslogTime: 'Feb 1 10:00:02' },
      { leef: { eventId: '3' } },
    ])
  })

  test.each(['\n', '\r\n\r\n', 'From the firewall:\n'])('begins after the lines before it: %j', (before) => {
    expect(eventsOfText(`${before}CEF:0|a|b|c|1|One|5|x=y\r\n\r\nCEF:0|a|b|c|2|Two|5|\r\n`)).toMatchObject([
      { cef: { name: 'One', extension: { x: 'y' } } },
      { cef: { name: 'Two' } },
    ])
  })

  test('after an empty line keeps its line’s header', () => {
    expect(eventsOfText('\n<13>Feb 1 10:00:01 h CEF:0|a|b|c|1|One|5|')).toMatchObject([
      { cef: { name: 'One' }, syslogTime: 'Feb 1 10:00:01' },
    ])
  })

  test('after another syslog message is not recognized', () => {
    expect(eventsOfText('<13>Feb 1 10:00:01 h sshd: x\n<13>Feb 1 10:00:02 h CEF:0|a|b|c|1|One|5|')).toBeNull()
    expect(eventsOfText('CEF:0|a|b|c|1|One|5|\n  <13>Feb 1 10:00:01 h sshd: x')).toBeNull()
  })

  test.each([
    ['without an event', 'Feb 1 10:00:02 h sshd: failed'],
    [
      'whose event begins too late',
      `1 2026-02-01T10:00:02Z h a - - [x y="${'z'.repeat(600)}"] CEF:0|a|b|c|1|Two|5|`,
    ],
  ])('is not recognized beside a syslog message %s, so that none is swallowed', (_, message) => {
    expect(eventsOfText(`<13>Feb 1 10:00:01 h CEF:0|a|b|c|1|One|5|msg=x\n<13>${message}`)).toBeNull()
  })

  test('counts one more than a body may have at most, and the rest is not read', () => {
    const text = Array.from({ length: 3000 }, (_, i) => `CEF:0|a|b|c|1|Event ${i}|5|`).join('\n')
    expect(eventsOfText(text)).toHaveLength(1001)
  })

  test('of Check Point with an empty field before its name is read from the name on', () => {
    const [event] = eventsOfText(
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
    const [event] = eventsOfText('CEF:0|a|b|c|d|e|5|__proto__=x constructor=y')! as [
      { cef: { extension: object } },
    ]
    expect(Object.getPrototypeOf(event.cef.extension)).toBe(Object.prototype)
    expect(Object.keys(event.cef.extension)).toEqual(['__proto__', 'constructor'])
  })
})

describe('no event is hidden in another', () => {
  const [one, two] = ['CEF:0|a|b|1|7|First|5|src=192.0.2.1 msg=x y', 'CEF:0|a|b|1|7|Second|5|src=192.0.2.2']
  const names = (text: string) =>
    eventsOfText(text)?.map((event) => (event as { cef?: { name: string } }).cef?.name ?? event)

  test.each([
    ['a carriage return alone', `${one}\r${two}`],
    ['a space', `${one} ${two}`],
    [
      'a header of syslog behind a text as it was received',
      `${one} rawEvent=<13>a b <13>Feb  1 10:00:01 h ${two}`,
    ],
    ['the time of the first', `CEF:0|a|b|1|7|First|5|rt=Feb 01 2026 10:00:00 ${two}`],
    ['a header of syslog', `<13>Feb  1 10:00:00 h ${one} <13>Feb  1 10:00:01 h ${two}`],
    [
      'a length and a header of syslog',
      `<13>1 2026-02-01T10:00:00Z h - - - - ${one} 90 <13>1 2026-02-01T10:00:01Z h - - - - ${two}`,
    ],
  ])('two events are found with %s between them', (_, text) =>
    expect(names(text)).toEqual(['First', 'Second']),
  )

  test.each(['msg=<1>', 'msg=<13>Feb  1 10:00:01 h', 'rawEvent=Feb  1 10:00:01 x', 'cs1=<1>1 2026-02-01 x'])(
    'an event of another kind is found behind %j, which an attacker can have a device write',
    (written) => expect(names(`${one} ${written} ${two.replace('|7|', '|8|')}`)).toEqual(['First', 'Second']),
  )

  test('the event before such an event in one line keeps its fields and time', () => {
    const timed = 'CEF:0|a|b|1|7|First|5|externalId=7 rt=Feb 01 2026 10:00:00'
    const [first] = eventsOfText(`${timed} msg=<13>Feb  1 10:00:01 h ${two.replace('|7|', '|8|')}`)!
    expect(first).toMatchObject({
      cef: { extension: { externalId: '7', rt: 'Feb 01 2026 10:00:00', msg: '' } },
    })
  })

  test('a LEEF event behind another is found', () => {
    const leef = 'LEEF:1.0|v|p|1|id|src=192.0.2.1'
    expect(eventsOfText(`${leef}\tmsg=x ${leef}`)).toHaveLength(2)
  })

  test.each([
    ['the value of a field', `${one} rawEvent=${two}`],
    ['an event as it was received', `${one} rawEvent=<13>Feb  1 10:00:01 h ${two}`],
    ['an event as it was received, without a priority', `${one} rawEvent=Feb  1 10:00:01 h ${two}`],
    ['the beginning of a message', `${one} cs1=<13>1 2026-02-01T10:00:01Z h - - - - ${two}`],
    ['words of a message', `${one} see CEF:0|a|b for more`],
  ])('a beginning of an event in %s is not an event', (_, text) => expect(names(text)).toEqual(['First']))

  test('very many beginnings in one line are read in linear time', () => {
    expect(names(`${one} ${'CEF:0|a '.repeat(50_000)}`)?.[0]).toBe('First')
    expect(eventsOfText(`${one} ${'<1> '.repeat(250_000)}`)).toHaveLength(1)
  })
})
