import type { IngestionContext } from '../context.ts'

/** What settling spans needs. */
export type SettleContext = Pick<IngestionContext, 'clock' | 'runs' | 'events' | 'spans'>
