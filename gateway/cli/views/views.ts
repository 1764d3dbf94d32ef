import { printable } from '../../../clients/cli/src/command/printable.ts'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import type { Plain } from './plain.ts'

/** The output of a command: one JSON object, and text for a person. */
export type View = { json: Plain; text: string; exitCode?: number }

/** Returns the view of one thing: one line for each field. */
export function item(json: Plain, exitCode = 0): View {
  const width = Math.max(0, ...Object.keys(json).map((name) => name.length))
  const lines = Object.entries(json).map(([name, value]) => `${name.padEnd(width)}  ${cell(value)}`)
  return { json, text: lines.join('\n'), exitCode }
}

/** Returns the view of several things, in their order: `{ "data": [ … ] }`, and a table of the named columns. */
export function list(rows: Plain[], columns: string[]): View {
  if (rows.length === 0) return { json: { data: rows }, text: 'none' }
  const table = [columns, ...rows.map((row) => columns.map((column) => cell(row[column] ?? null)))]
  const widths = columns.map((_, i) => Math.max(...table.map((line) => line[i]!.length)))
  const text = table.map((line) =>
    line
      .map((value, i) => value.padEnd(widths[i]!))
      .join('  ')
      .trimEnd(),
  )
  return { json: { data: rows }, text: text.join('\n') }
}

/** Sorts rows by id, newest first: ids are UUIDv7. */
export function newestFirst<T extends Plain>(rows: T[]): T[] {
  return rows.toSorted((a, b) => (String(a.id) < String(b.id) ? 1 : -1))
}

function cell(value: JsonValue): string {
  if (value === null || value === '') return '-'
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(cell).join(', ')
  if (typeof value === 'object') return printable(JSON.stringify(value))
  return printable(String(value))
}
