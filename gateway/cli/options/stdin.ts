import { UsageError } from '../errors/usage-error.ts'
import { allBytes } from './bytes-of-file.ts'

/** Reads the password on standard input: all of it without one line end. */
export async function passwordFromStdin(): Promise<string> {
  const password = (await stdinText()).replace(/\r?\n$/, '')
  if (password === '') throw new UsageError('--password-stdin: standard input holds no password')
  return password
}

/** Reads an address on standard input: one line. */
export async function addressFromStdin(): Promise<string> {
  const address = (await stdinText()).trim()
  if (address === '') throw new UsageError('--url-stdin: standard input holds no address')
  return address
}

/** Reads two lines of standard input, neither of them empty. @param what names both in the error */
export async function twoLinesOfStdin(what: string): Promise<{ first: string; second: string }> {
  const [first = '', second = '', ...more] = (await stdinText()).replace(/\r?\n$/, '').split(/\r?\n/)
  if (first === '' || second === '' || more.length > 0)
    throw new UsageError(`standard input must hold two lines: ${what}`)
  return { first, second }
}

/** @throws UsageError for more bytes than any secret, address or password has: standard input may have no end */
async function stdinText(): Promise<string> {
  try {
    return (await allBytes(process.stdin, STDIN_BYTES)).toString()
  } catch (error) {
    throw new UsageError(`standard input: ${(error as Error).message}`)
  }
}

const STDIN_BYTES = 64 * 1024
