import type { Command } from 'commander'
import { positive, uuid } from '../commands/command.ts'

/** The options that resolve a finding: its id, the reason, and the last occurrence that is resolved. */
export type ResolveOptions = { id: string; reason: string; seen: number; said: string }

/** Gives a command the options of `ResolveOptions`. */
export function withResolveOptions(command: Command, what: string): Command {
  return command
    .requiredOption('--id <id>', what, uuid)
    .requiredOption('--reason <text>', 'the reason for the decision')
    .option('--seen <n>', 'the number of occurrences that you have seen; later ones stay open', positive, 1)
    .option('--said <hash>', 'its content when you looked at it (`said` of the list with --json)', '')
}
