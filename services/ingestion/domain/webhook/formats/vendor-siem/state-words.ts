import { textOf } from '../../text.ts'

/** The state of an alert. Alerts in any state but `open` are recorded and open no incident. */
export type State =
  | 'open'
  | 'closed'
  | 'resolved'
  | 'false_positive'
  | 'suppressed'
  | 'passed'
  | 'informational'

/**
 * Returns the state that a text names: `Closed`, `STATUS_040_RESOLVED_KNOWN_ISSUE`, `BenignPositive`, `Closed - false
 * positive`. Returns null for any other text, which counts as open: analysts name states freely, and `Not a false positive`,
 * `Resolved - reopened` and `Done, quarantine failed` are not over.
 */
export function stateOf(value: unknown): State | null {
  const text = textOf(value)
  if (text === null || text.length > 60) return null
  const words = wordsOf(text)
  const whole = words.join(' ')
  for (const [state, texts] of WHOLE) if (texts.has(whole)) return state
  const how = withoutPhrases(whole).split(' ')
  const first = how.findIndex((word) => !BEFORE.has(word))
  const state = ENDED.get(how[first] ?? '')
  if (state === undefined || !isHow(how[first]!, how.slice(first + 1))) return null
  return how.includes(FALSE) || how.includes('benign') ? 'false_positive' : state
}

/** Whether the words after the ending word only say how or why the alert ended. */
function isHow(ended: string, after: readonly string[]): boolean {
  if (!after.every((word) => HOW.has(word) || ENDED.has(word))) return false
  if (!ended.startsWith('close') && after.some((word) => FAILED.has(word))) return false
  return !OF_THINGS.has(ended) || after.length === 0 || BY.has(after[0]!) || ENDED.has(after[0]!)
}

/** Splits `STATUS_040_RESOLVED` or `closedFalsePositive` into lower-case words, without numbers. */
function wordsOf(text: string): string[] {
  const spaced = text.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase()
  return spaced.split(/[^a-z]+/).filter((word) => word !== '')
}

function withoutPhrases(text: string): string {
  return text
    .replaceAll(/\b(?:false ?(?:positives?|alarm)|fp)\b/g, FALSE)
    .replaceAll(/\bno (?:further )?action(?: needed| required| taken)?\b/g, 'action')
    .replaceAll(/\bno (?:issue|threat|impact)s?(?: found| detected)?\b/g, 'reason')
    .replaceAll(/\b(?:won ?t (?:fix|do)|not applicable|not an? (?:issue|incident|threat))\b/g, 'reason')
    .replaceAll(
      /\b(?:no repro|out of scope|tracked externally|by (?:caller|request|playbook|automation|workflow|integration))\b/g,
      'reason',
    )
}

const FALSE = 'falsepositive'

const WHOLE: readonly (readonly [State, ReadonlySet<string>])[] = [
  ['closed', new Set(['informational expected activity', 'informationalexpectedactivity'])],
  ['passed', new Set(['passed', 'pass', 'not applicable', 'notapplicable'])],
  ['suppressed', new Set(['snoozed', 'muted', 'silenced'])],
  // The alert is part of another one, which stays.
  ['closed', new Set(['duplicate', 'duplicated', 'merged'])],
]

/** Words that say that an alert is over. */
const ENDED: ReadonlyMap<string, State> = new Map([
  ...each('false_positive', `${FALSE} benign benignpositive`),
  ...each(
    'resolved',
    'resolved autoresolved recovered recovery fixed solved remediated ok normal ended cleared',
  ),
  ...each('closed', 'closed close done completed cancelled canceled inactive redirected deactivated'),
  ...each('suppressed', 'suppressed archived dismissed ignored deleted'),
])

/** Words that may stand before such a word. */
const BEFORE = wordSet('status state auto automatically manually marked as confirmed')

/** Words that may stand after it: how or why the alert ended. */
const HOW = wordSet(`
  as by with and or due to auto automatically manually user system customer analyst admin administrator owner api rule policy timeout expired merge merged
  unresolved reported monitored successful successfully unsuccessful complete incomplete skipped permanently workaround resolve fix duplicate duplicated known issue other reason action
  true positive truepositive tp suspicious but expected activity behavior behaviour informational incorrect analytic logic inaccurate data detection alert alarm incident case
  threat handled mitigated tolerated risk accepted security testing test confirmed
`)

/**
 * Words of failure. A closed alert stays closed with one of them; an alert that was fixed or has recovered is then not over.
 */
const FAILED = wordSet('unresolved unsuccessful unsuccessfully incomplete')

/** Ending words that can describe a thing instead: `Deleted user`, `OK alert`, `Inactive rule`. */
const OF_THINGS = wordSet('ok normal ended inactive deleted deactivated')
const BY = wordSet('by as due auto automatically manually')

function each(state: State, words: string): [string, State][] {
  return words.split(' ').map((word) => [word, state])
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}
