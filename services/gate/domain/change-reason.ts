import { LIMITS } from '../../kernel/values/limits.ts'

/** What a change widens or loosens: what was done, and to which; each of `which` is in quotes where people chose it. */
export type ChangeItem = { done: string; which: string[] }

/** A change in words. Names of members are free texts: what is left out is said, so that nothing hides behind long ones. */
export function changeReason(what: string, person: string, items: readonly ChangeItem[]): string {
  const whole = items.map(({ done, which }) => `${done} ${which.join(' ')}`).join('; ')
  const text = `${what} changed by ${person}: ${whole}`
  return text.length <= LIMITS.title ? text : briefly(what, person, items)
}

/** Long names are shortened. Single changes come first; of those that do not fit, the number is given. */
function briefly(what: string, person: string, items: readonly ChangeItem[]): string {
  const parts = items
    .toSorted((a, b) => a.which.length - b.which.length)
    .flatMap(({ done, which }) => which.map((one) => `${done} ${shortened(one)}`))
  let text = `${shortened(what)} changed by ${start(person, NAME)}: `
  let shown = 0
  for (const part of parts) {
    const next = `${text}${shown === 0 ? '' : '; '}${part}`
    if (next.length > LIMITS.title - MORE) continue
    text = next
    shown++
  }
  const left = parts.length - shown
  if (left === 0) return text
  return `${text}${shown === 0 ? '' : '; and '}${left} more: read all of it before you settle this`
}

/** Each quoted text in it with its first characters. */
function shortened(text: string): string {
  return text.replaceAll(QUOTED, (quoted) => JSON.stringify(start(JSON.parse(quoted), NAME)))
}

function start(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most ? text : `${characters.slice(0, most).join('')}…`
}

const QUOTED = /"(?:[^"\\]|\\.)*"/g
const NAME = 40
/** Characters for how many more there are. */
const MORE = 60
