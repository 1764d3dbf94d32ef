/** What every path of the control API starts with. */
export const CONTROL_PREFIX = '/api/control'
