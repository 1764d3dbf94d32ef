import { text } from 'node:stream/consumers'
import { UsageError } from './usage-error.ts'

/** The password on standard input: all of it but one line end. */
export async function passwordFromStdin(): Promise<string> {
  const password = (await text(process.stdin)).replace(/\r?\n$/, '')
  if (password === '') throw new UsageError('--password-stdin: standard input holds no password')
  return password
}
