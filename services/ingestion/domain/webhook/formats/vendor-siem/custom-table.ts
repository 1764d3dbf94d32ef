import { parseBody } from '../../body.ts'
import { own, setOwn } from '../../own.ts'
import { plainText } from '../../text.ts'

/**
 * Reads the rows of a body that are of a custom table of Log Analytics (`…_CL`), into which connectors of Sentinel write the alerts of other
 * products: the names of their columns without the letter of the type, lists as lists. Nested objects are columns there, with underscores between the names, so
 * that `threatInfo_threatName_s` may stand for `threatInfo.threatName` or for one name: every reading is added, as long as there are few. Null for any other object.
 */
export function readingRows() {
  let left = MOST_READINGS
  return (value: Json): readonly unknown[] | null => {
    if (!/_CL$/.test(plainText(own(value, 'Type')))) return null
    const row: Json = {}
    const typed = Object.keys(value).filter((column) => {
      const isTyped = TYPED.test(column)
      if (!isTyped) setOwn(row, column, value[column])
      return isTyped
    })
    if (typed.length === 0) return null
    for (const column of typed) {
      const cell = contentOf(value[column])
      if (cell === '') continue
      const weight = 1 + Math.floor(plainText(value[column]).length / HEAVY)
      const names = namesOf(column.slice(0, -LETTER), left / weight)
      left -= (names.length - 1) * weight
      for (const name of names) if (!Object.hasOwn(row, name)) setOwn(row, name, cell)
    }
    return [row]
  }
}

/** Every underscore of a name may be a step into an object. */
function namesOf(name: string, most: number): string[] {
  const words = name.split('_')
  const gaps = words.length - 1
  if (gaps > MOST_GAPS || 2 ** gaps > most) return [name]
  return Array.from({ length: 2 ** gaps }, (_, steps) =>
    words.reduce((text, word, index) => `${text}${steps & (1 << (index - 1)) ? '.' : '_'}${word}`),
  )
}

/** A list or an object stands in its column as a text. */
function contentOf(cell: unknown): unknown {
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return cell
  const parsed = parseBody(Buffer.from(cell))
  return parsed.ok ? parsed.value : cell
}

/** String, double, boolean, GUID and date of the HTTP Data Collector API. */
const TYPED = /_[sdbgt]$/
const LETTER = '_s'.length
const MOST_GAPS = 6
/** Of all names of a body, where a cell of so many characters counts as one more: an alert can be hashed with every reading of it. */
const MOST_READINGS = 15_000
const HEAVY = 200

type Json = { [key: string]: unknown }
