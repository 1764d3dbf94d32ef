import { parseBody } from '../../../body.ts'
import { own, setOwn } from '../../../own.ts'
import { plainText } from '../../../text.ts'

/**
 * Returns a reader of the rows of one body. It reads rows of custom tables of Log Analytics (`…_CL`), into which connectors of
 * Sentinel write the alerts of other products. A row whose query left out the column Type is one if it has the time that Log
 * Analytics adds, or if most of its columns, at least five, have a type suffix. The reader removes the type suffix from column names and parses cells that hold a list or an object.
 *
 * Such a table flattens nested objects into columns whose names are joined by underscores. `threatInfo_threatName_s` can
 * therefore mean `threatInfo.threatName` or one name, so every possible reading is added, up to a limit per body. Returns null
 * for any other object.
 */
export function readingRows() {
  let left = MAX_READINGS
  return (value: Json): readonly unknown[] | null => {
    if (!isOfCustomTable(value)) return null
    const row: Json = {}
    const typed = Object.keys(value).flatMap((given): [column: string, given: string][] => {
      const column = given.endsWith(ZONE) ? given.slice(0, -ZONE.length) : given
      if (TYPED.test(column)) return [[column, given]]
      setOwn(row, given, value[given])
      return []
    })
    if (typed.length === 0) return null
    for (const [column, given] of typed) {
      const cell = contentOf(value[given])
      if (cell === '') continue
      const weight = 1 + Math.floor(plainText(value[given]).length / HEAVY)
      const names = namesOf(column.slice(0, -LETTER), left / weight)
      left -= (names.length - 1) * weight
      for (const name of names) if (!Object.hasOwn(row, name)) setOwn(row, name, cell)
    }
    return [row]
  }
}

function isOfCustomTable(value: Json): boolean {
  const type = own(value, 'Type')
  if (type !== undefined) return /_CL$/.test(plainText(type))
  if ((own(value, 'TimeGenerated') ?? own(value, `TimeGenerated${ZONE}`)) !== undefined) return true
  const columns = Object.keys(value)
  const typed = columns.filter((column) => TYPED.test(column)).length
  return typed >= FEWEST_TYPED && typed > columns.length / 2
}

/**
 * Returns the possible readings of a name, in which every underscore may be a step into an object; the name alone if there are
 * too many.
 */
function namesOf(name: string, most: number): string[] {
  const words = name.split('_')
  const gaps = words.length - 1
  if (gaps > MAX_GAPS || 2 ** gaps > most) return [name]
  return Array.from({ length: 2 ** gaps }, (_, steps) =>
    words.reduce((text, word, index) => `${text}${steps & (1 << (index - 1)) ? '.' : '_'}${word}`),
  )
}

/** Parses a cell that holds a list or an object as text. */
function contentOf(cell: unknown): unknown {
  if (typeof cell !== 'string' || !/^\s*[[{]/.test(cell)) return cell
  const parsed = parseBody(Buffer.from(cell))
  return parsed.ok ? parsed.value : cell
}

/** Suffixes for string, double, boolean, GUID and date of the HTTP Data Collector API. */
const TYPED = /_[sdbgt]$/
const LETTER = '_s'.length
/** Kusto's tools add the zone to the name of a column of times. */
const ZONE = ' [UTC]'
const FEWEST_TYPED = 5
const MAX_GAPS = 6
/**
 * Limit of added readings per body, since an alert may be hashed with all of them. Each `HEAVY` characters of a cell make one
 * reading of it count as one more.
 */
const MAX_READINGS = 15_000
const HEAVY = 200

type Json = { [key: string]: unknown }
