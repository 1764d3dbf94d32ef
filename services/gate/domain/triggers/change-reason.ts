import { LIMITS } from '../../../kernel/values/limits.ts'

/**
 * One way in which a change widens or loosens something: what was done, and to which things. A text in `which` that people
 * chose is in quotes.
 */
export type ChangeItem = { done: string; which: string[] }

/**
 * Describes a change in words. Names are free texts. If items are left out, the text says so, so that long names cannot hide
 * anything.
 */
export function changeReason(what: string, person: string, items: readonly ChangeItem[]): string {
  const full = items.map(({ done, which }) => `${done} ${which.join(' ')}`).join('; ')
  const text = `${what} changed by ${person}: ${full}`
  return text.length <= LIMITS.title ? text : abridged(what, person, items)
}

/** Shortens long names. Single changes come first. For those that do not fit, the text gives their number. */
function abridged(what: string, person: string, items: readonly ChangeItem[]): string {
  const parts = items
    .toSorted((a, b) => a.which.length - b.which.length)
    .flatMap(({ done, which }) => which.map((one) => `${done} ${shortened(one)}`))
  let text = `${shortened(what)} changed by ${start(person)}: `
  let shown = 0
  for (const part of parts) {
    const next = `${text}${shown === 0 ? '' : '; '}${part}`
    if (next.length > LIMITS.title - RESERVED) continue
    text = next
    shown++
  }
  const left = parts.length - shown
  if (left === 0) return text
  return `${text}${shown === 0 ? '' : '; and '}${left} more: read all of it before you resolve this`
}

/** Shortens each quoted text to its first characters. */
function shortened(text: string): string {
  return text.replaceAll(QUOTED, (quoted) => JSON.stringify(start(JSON.parse(quoted))))
}

function start(text: string): string {
  const characters = [...text]
  return characters.length <= NAME_SHOWN ? text : `${characters.slice(0, NAME_SHOWN).join('')}…`
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g
/** How many characters of a long name are shown. */
const NAME_SHOWN = 40
/** The characters reserved for the number of items that are left out. */
const RESERVED = 60
