import { channel } from 'node:diagnostics_channel'

/** One batch of a group commit has run. Nothing is published without a listener. */
export type Batch = { name: string; size: number }

/** Audit entries that were sent to the database. A statement that is refused and repeated sends them again. */
export type Entries = { count: number }

/** The queue of the log: entries that are not in their tree yet, and how long the first of them has waited. */
export type LogQueue = { entries: number; oldestSeconds: number }

/** How many organizations' trees are damaged, so that their entries wait. */
export type DamagedTrees = { count: number }

/** Names in the style of npm packages, for any listener (node:diagnostics_channel). */
export const batches = channel('attestry.batches')
export const auditEntries = channel('attestry.audit-entries')
export const logQueue = channel('attestry.log-queue')
export const damagedTrees = channel('attestry.damaged-trees')
