import { channel } from 'node:diagnostics_channel'

/** A batch that a group commit has run. Without a listener nothing is published. */
export type Batch = { name: string; size: number }

/** Audit entries that were sent to the database. A statement that is refused and repeated sends them again. */
export type Entries = { count: number }

/** The queue of the log: how many entries are not in their tree yet, and how long the oldest has waited. */
export type LogQueue = { entries: number; oldestSeconds: number }

/** How many organizations have a damaged tree, so that their entries wait. */
export type DamagedTrees = { count: number }

/** Channels (node:diagnostics_channel) for any listener. Their names are in the style of npm packages. */
export const batches = channel('attestry.batches')
export const auditEntries = channel('attestry.audit-entries')
export const logQueue = channel('attestry.log-queue')
export const damagedTrees = channel('attestry.damaged-trees')
