import type { Answer } from '../../../harness/rest.ts'

/** What one of those who work at once may use. */
export type Worker = {
  /** A whole number below `end`. */
  below(end: number): number
  /** One of them; undefined where there is none yet. */
  of<T>(list: readonly T[]): T
  /** Calls the REST API with the organization's key. */
  rest(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Calls an RPC as one of the people. */
  rpc(who: keyof People, path: string, body: unknown): Promise<Answer>
  /** Sends a signed delivery. */
  deliver(endpoint: Endpoint, event: object): Promise<Answer>
  /** The id of the administrator. */
  admin: string
  known: Known
}

/** Their sessions. The administrator has made all the others. */
export type People = { admin: string; colleague: string; member: string; first: string; second: string }

/** The report that was filed for an incident, and the first filing of it, which a further one corrects. */
export type Filed = { id: string; regime: string; step: string; corrects: string; reportId?: string }

export type Endpoint = { id: string; path: string; secret: string }

/** What the workers have made, shared by all of them. */
export type Known = {
  systems: { id: string; suite: string }[]
  profiles: string[]
  incidents: string[]
  reports: { id: string; incidentId: string }[]
  filings: Filed[]
  suppliers: string[]
  assets: string[]
  runs: string[]
  keys: string[]
  users: string[]
  channels: string[]
  endpoints: Endpoint[]
  seq: number
}

/** Before anything is made. */
export const nothingKnown = (): Known => ({
  ...{
    systems: [],
    profiles: [],
    incidents: [],
    reports: [],
    filings: [],
    suppliers: [],
    assets: [],
    runs: [],
  },
  ...{ keys: [], users: [], channels: [], endpoints: [], seq: 0 },
})

/** What a user does; where what it needs is not there yet, it is refused, or does nothing. */
export type Actions = { [name: string]: (w: Worker) => Promise<Answer | undefined> }

/** The answer; what was made is known from then on. */
export function kept<T>(answer: Answer, list: T[], made: T): Answer {
  if (answer.status < 300) list.push(made)
  return answer
}

/** A number that nothing else has. */
export function next({ known }: Worker): number {
  known.seq += 1
  return known.seq
}

export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()
