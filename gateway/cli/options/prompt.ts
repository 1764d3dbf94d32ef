import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { UsageError } from '../errors/usage-error.ts'

/** A terminal: the input for answers, and the output for questions. */
type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

const TERMINAL: Terminal = { input: process.stdin, output: process.stderr }

/** Whether a person can be asked: input and output are a terminal. */
export const isInteractive = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true

/** Asks for a line. @throws UsageError if it is empty, or if the person leaves by Ctrl C or Ctrl D */
export const asked = (question: string, { input, output }: Terminal = TERMINAL): Promise<string> =>
  line(question, { input, output })

/** Asks for a confirmation. @throws UsageError like `asked`, and for every answer but `yes` */
export async function confirm(question: string, terminal: Terminal = TERMINAL): Promise<void> {
  if ((await asked(question, terminal)).trim() !== 'yes')
    throw new UsageError('nothing was done: the answer was not the whole word yes')
}

/** Asks for a password without showing it. */
export async function askedSecretly(
  question: string,
  { input, output }: Terminal = TERMINAL,
): Promise<string> {
  output.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  try {
    return await line('', { input, output: nowhere })
  } finally {
    output.write('\n')
  }
}

function line(question: string, { input, output }: Terminal): Promise<string> {
  // In terminal mode only `output` echoes what is typed.
  const reader = createInterface({ input, output, terminal: true })
  return new Promise<string>((resolve, reject) => {
    reader.on('SIGINT', () => reader.close())
    reader.on('close', () => reject(new UsageError('nothing was typed')))
    reader.question(question, (answer) => {
      if (answer !== '') resolve(answer)
      reader.close()
    })
  })
}
