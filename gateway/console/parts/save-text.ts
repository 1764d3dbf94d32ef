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
 * Rows as CSV (RFC 4180), in UTF-8 with a byte order mark. A cell that a spreadsheet would take for a formula begins with an
 * apostrophe.
 */
export function csvOf(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`
}

function cellOf(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /["\r\n,]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
