/** The prefix of every path of the control API. */
export const CONTROL_PREFIX = '/api/control'
