import type { Answer } from '../../../harness/rest.ts'

/** The tools of one of several concurrent workers. */
export type Worker = {
  /** Returns a whole number below `end`. */
  below(end: number): number
  /** Returns one element; undefined for an empty list. */
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

/** The sessions of people. The administrator has made all the other accounts. */
export type People = { admin: string; colleague: string; member: string; first: string; second: string }

/** The report filed for an incident, and its first filing, which a further filing corrects. */
export type Filed = { id: string; regime: string; step: string; corrects: string; reportId?: string }

export type Endpoint = { id: string; path: string; secret: string }

/** The objects that the workers have created, shared by all of them. */
type Known = {
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

/** Returns the state before anything is made. */
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

/** Actions of a user. If something that an action needs does not exist yet, the action is refused or does nothing. */
export type Actions = { [name: string]: (w: Worker) => Promise<Answer | undefined> }

/** Returns the answer. If it is a success, adds the new thing to the known ones. */
export function kept<T>(answer: Answer, list: T[], made: T): Answer {
  if (answer.status < 300) list.push(made)
  return answer
}

/** Returns a number that nothing else has. */
export function next({ known }: Worker): number {
  known.seq += 1
  return known.seq
}

export const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()
