import { save } from '../../api/export.ts'

/** Saves a text as a download. */
export function saveText(fileName: string, text: string, type: string): void {
  saveBytes(fileName, new TextEncoder().encode(text), type)
}

/** Saves bytes as a download. */
export function saveBytes(fileName: string, bytes: Uint8Array, type: string): void {
  save({ fileName, blob: new Blob([bytes as Uint8Array<ArrayBuffer>], { type }) })
}

/**
 * Returns rows as CSV (RFC 4180), in UTF-8 with a byte order mark. An apostrophe precedes each text that a spreadsheet could take
 * for a formula: at the beginning of a cell, and after a character that ends a cell in countries whose list separator is not the
 * comma.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(text: string): string {
  const plain = text.replace(FORMULA, "'")
  return /["\r\n,]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** OWASP, "CSV Injection". Spreadsheets that split at semicolons also do so within quotes that do not enclose the whole cell. */
const FORMULA =
  /^(?=[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20])|(?=[=+\-@\uff0b\uff0d\uff1d\uff20])(?<=[;\t\r\n] *)/g
