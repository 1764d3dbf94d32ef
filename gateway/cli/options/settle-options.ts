import type { Command } from 'commander'
import { positive, uuid } from '../command.ts'

/** The options that settle a finding: its id, the reason, and the last occurrence that is settled. */
export type SettleOptions = { id: string; reason: string; seen: number; said: string }

/** Gives a command the options of `SettleOptions`. */
export function withSettleOptions(command: Command, what: string): Command {
  return command
    .requiredOption('--id <id>', what, uuid)
    .requiredOption('--reason <text>', 'the reason for the decision')
    .option('--seen <n>', 'the number of occurrences that you have seen; later ones stay open', positive, 1)
    .option('--said <hash>', 'its content when you looked at it (`said` of the list with --json)', '')
}
