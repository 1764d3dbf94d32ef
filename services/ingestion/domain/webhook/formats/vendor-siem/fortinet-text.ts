import { setOwn } from '../../own.ts'
import { MAX_ALERTS } from './shared.ts'

/**
 * Entries of a log of Fortinet in its own text, one a line, also behind a header of syslog: `date=2026-02-01 logid="0419016384" type="utm" …` with
 * the names that its JSON has. Null for any other text. Of a field that stands twice the first counts: what an attacker has a device write, such as
 * the address of a page, stands behind the kind and the level of the entry.
 */
export function fortinetEntries(text: string): readonly unknown[] | null {
  if (!START.test(text.slice(0, LONGEST_START))) return null
  const entries: unknown[] = []
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue
    if (!START.test(line.slice(0, LONGEST_START))) return null
    entries.push(fieldsOf(line))
    if (entries.length > MAX_ALERTS) return entries
  }
  return entries
}

export function fieldsOf(line: string): { [key: string]: string } {
  const fields: { [key: string]: string } = {}
  for (const [, key, quoted, bare] of line.matchAll(FIELD).take(MOST_FIELDS)) {
    if (!Object.hasOwn(fields, key!)) setOwn(fields, key!, quoted ?? bare!)
  }
  return fields
}

const START =
  /^(?=[^=]{0,200}\b(?:date|time|eventtime|itime|timestamp|logver|devname|devid)=)(?=.*\blog_?id="?[0-9]{5})(?=.*\btype="?[a-z]+)/s
const LONGEST_START = 1500
const FIELD = /(?<=^|[\s,>])([A-Za-z_]\w{0,60})=(?:"([^"]{0,5000})"|([^\s,"]{0,2000}))/g
const MOST_FIELDS = 300
