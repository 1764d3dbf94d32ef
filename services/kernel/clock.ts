/** Returns the current time. It is passed as a dependency, so that tests can set it. */
export type Clock = { now(): Date }

/** The longest time for which a timer of Node.js waits. A timer of a longer time ends at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1

export const systemClock: Clock = { now: () => new Date() }
