import process from 'node:process'
import { printable } from './printable.ts'

/** Writes a line for people to standard error, made printable. */
export function log(line: string): void {
  process.stderr.write(`attestry: ${printable(line)}\n`)
}
