import type { Stand } from '../stand.ts'
import { createIncident } from './create-incident.ts'

/** What can be measured, by key: the bar it is held against, and whether it brings its own surroundings. */
export const SCENARIOS: {
  [key: string]: {
    bar: string
    alone?: boolean
    measure: (stand: Stand) => Promise<{ [figure: string]: number }>
  }
} = {
  create_incident: { bar: '≥ 0.90', measure: createIncident },
}
