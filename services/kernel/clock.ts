/** A source of the current instant. Passed, never imported live, so that tests can set it. */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
