import { save } from '../api/export.ts'

/** Hands a text to the person as a file. */
export function saveText(fileName: string, text: string, type: string): void {
  saveBytes(fileName, new TextEncoder().encode(text), type)
}

/** Hands bytes to the person as a file. */
export function saveBytes(fileName: string, bytes: Uint8Array, type: string): void {
  save({ fileName, blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type }) })
}

/**
 * Rows as CSV (RFC 4180), in UTF-8 with a byte order mark. An apostrophe stands before what a spreadsheet would take for a formula: at the
 * beginning of a cell, and behind what ends a cell where the list separator of the person's country is another one than the comma.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(text: string): string {
  const plain = text.replace(FORMULA, "'")
  return /["\r\n,]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** OWASP, "CSV Injection". Spreadsheets that split at semicolons do so within quotes that do not stand around all of it. */
const FORMULA =
  /^(?=[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20])|(?=[=+\-@\uff0b\uff0d\uff1d\uff20])(?<=[;\t\r\n] *)/g
