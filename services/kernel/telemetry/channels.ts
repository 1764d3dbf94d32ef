import { channel } from 'node:diagnostics_channel'

/** One batch of a group commit has been carried out. Nothing is published while nobody listens. */
export type Batch = { name: string; size: number }

/** Audit entries that were handed to the database; a statement that is refused and repeated hands them over again. */
export type Entries = { count: number }

/** The queue of the log: entries without a place in their tree, and how long the first of them has waited. */
export type LogQueue = { entries: number; oldestSeconds: number }

/** How many organizations' trees are damaged, so that their entries wait. */
export type DamagedTrees = { count: number }

/** Names in the style of npm packages, for any listener (node:diagnostics_channel). */
export const batches = channel('attestry.batches')
export const auditEntries = channel('attestry.audit-entries')
export const logQueue = channel('attestry.log-queue')
export const damagedTrees = channel('attestry.damaged-trees')
