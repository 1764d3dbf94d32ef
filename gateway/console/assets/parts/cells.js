import { h } from '../dom.js'

/** The value of a field, beside its label or, in brief, as it stands in a table. */
export function cell(field, row, brief = false) {
  const value = field.of(row)
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)) {
    return h('span', { class: 'none' }, '–')
  }
  return KINDS[field.kind](value, field, brief)
}

/** A word with the colour of what it means. */
export function badge(word) {
  return h('span', { class: `badge ${TONES[word] ?? ''}` }, word.replaceAll('_', ' '))
}

/** An instant: how long ago or ahead, with the exact time for who asks. */
function when(iso, label = relative(iso)) {
  return h('time', { datetime: iso, title: new Date(iso).toLocaleString() }, label)
}

const KINDS = {
  text: (value) => String(value),
  number: (value) => h('span', { class: 'number' }, Number(value).toLocaleString()),
  long: (value) => h('span', { class: 'long' }, String(value)),
  code: (value) => h('code', { title: value }, value),
  pre: (value) => h('pre', { tabindex: 0 }, value),
  flag: (value) => (value ? 'yes' : 'no'),
  word: (value) => badge(value),
  words: (value, _, brief) => [
    value.slice(0, brief ? BRIEF : undefined).map((item) => h('span', { class: 'tag' }, item)),
    brief && value.length > BRIEF && h('span', { title: value.join(', ') }, `+${value.length - BRIEF}`),
  ],
  time: (value, _, brief) =>
    brief
      ? when(value)
      : [when(value, EXACT.format(new Date(value))), ' ', h('span', { class: 'muted' }, relative(value))],
  due: (value) => h('span', { class: `due ${urgency(value)}` }, when(value)),
  link: (value, { resource }) => h('a', { href: `#/${resource}/${encodeURIComponent(value)}` }, 'open'),
}

function relative(iso) {
  const seconds = (new Date(iso).getTime() - Date.now()) / 1000
  for (const [unit, size] of UNITS) {
    if (Math.abs(seconds) >= size) return RELATIVE.format(Math.round(seconds / size), unit)
  }
  return RELATIVE.format(Math.round(seconds), 'second')
}

function urgency(iso) {
  const hours = (new Date(iso).getTime() - Date.now()) / 3_600_000
  if (hours < 0) return 'bad'
  return hours < 24 ? 'warn' : ''
}

/** How many words a table shows of a list. */
const BRIEF = 3
const EXACT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const RELATIVE = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const UNITS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
]

const TONES = {
  ...tone('good', 'pass', 'met', 'approved', 'passed', 'ok', 'active', 'accepted', 'resolved', 'completed'),
  ...tone('bad', 'block', 'critical', 'failed', 'not met', 'rejected', 'revoked', 'disabled', 'aborted'),
  ...tone(
    'warn',
    'high',
    'open',
    'pending',
    'incomplete',
    'expired',
    'refused',
    'investigating',
    'timed_out',
  ),
  ...tone('info', 'in_progress', 'contained', 'running', 'medium', 'confidential', 'restricted'),
}

function tone(name, ...words) {
  return Object.fromEntries(words.map((word) => [word, name]))
}
