import { Command, CommanderError } from 'commander'
import { DomainError } from '../../services/kernel/errors.ts'
import { LocalError } from '../../services/local/errors.ts'
import { serveCommand } from './serve.ts'

/** Runs the `attestry` command. Errors go to stderr as one line with exit 1, wrong usage exit 2 (commands.md). */
export async function main(argv: string[]): Promise<void> {
  const program = new Command('attestry')
    .description('Attestry: a compliance and AI-governance core.')
    .exitOverride()
    .showHelpAfterError(false)
  program.addCommand(serveCommand())
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : 2
      return
    }
    const expected = error instanceof DomainError || error instanceof LocalError
    process.stderr.write(`attestry: ${expected ? error.message : ((error as Error).stack ?? error)}\n`)
    process.exitCode = 1
  }
}
