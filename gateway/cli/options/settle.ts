import type { Command } from 'commander'
import { positive, uuid } from '../command.ts'

/** The options that settle a finding: its id, the reason, and the last occurrence that is settled. */
export type Settle = { id: string; reason: string; seen: number; said: string }

/** Gives a command the options of `Settle`. */
export function settling(command: Command, what: string): Command {
  return command
    .requiredOption('--id <id>', what, uuid)
    .requiredOption('--reason <text>', 'what was decided')
    .option('--seen <n>', 'how many occurrences you have seen; what came later stays open', positive, 1)
    .option('--said <hash>', 'what it said when you looked at it (`said` of the list with --json)', '')
}
