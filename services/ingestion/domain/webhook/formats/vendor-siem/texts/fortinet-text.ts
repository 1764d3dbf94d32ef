import { setOwn } from '../../../own.ts'
import { MAX_ALERTS } from '../with-shared.ts'

/**
 * Reads log entries of Fortinet in its own text format, one a line, with or without a syslog header: `date=2026-02-01
 * logid="0419016384" type="utm" …`. The names are those of its JSON. Returns null for any other text. If a field is repeated,
 * its first value counts: text that an attacker can make a device write, such as the address of a page, comes after the kind
 * and the level of the entry.
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
  for (const [, key, quoted, bare] of line.matchAll(FIELD).take(MAX_FIELDS)) {
    if (!Object.hasOwn(fields, key!)) setOwn(fields, key!, quoted ?? bare!)
  }
  return fields
}

const START =
  /^(?=[^=]{0,200}\b(?:date|time|eventtime|itime|timestamp|logver|devname|devid)=)(?=.*\blog_?id="?[0-9]{5})(?=.*\btype="?[a-z]+)/s
const LONGEST_START = 1500
const FIELD = /(?<=^|[\s,>])([A-Za-z_]\w{0,60})=(?:"([^"]{0,5000})"|([^\s,"]{0,2000}))/g
const MAX_FIELDS = 300
