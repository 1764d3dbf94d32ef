import type { IngestionContext } from '../context.ts'

/** The dependencies of settling spans. */
export type SettleContext = Pick<IngestionContext, 'clock' | 'runs' | 'events' | 'spans'>
