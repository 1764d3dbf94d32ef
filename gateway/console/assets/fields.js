/**
 * The fields of resources. A field is a label, a kind, and where its value comes from. Nothing here touches the
 * page; cells.js shows fields, form.js asks for inputs.
 */

const at = (key) => (row) => key.split('.').reduce((value, part) => value?.[part], row)

export const text = (key, label) => ({ kind: 'text', label, of: at(key) })
export const long = (key, label) => ({ kind: 'long', label, of: at(key) })
export const code = (key, label) => ({ kind: 'code', label, of: at(key) })
export const number = (key, label) => ({ kind: 'number', label, of: (row) => at(key)(row) ?? 0 })
export const time = (key, label) => ({ kind: 'time', label, of: at(key) })
export const flag = (key, label) => ({ kind: 'flag', label, of: (row) => at(key)(row) === true })
export const words = (key, label) => ({ kind: 'words', label, of: (row) => at(key)(row) ?? [] })
export const actor = (key, label) => ({ kind: 'text', label, of: (row) => at(key)(row)?.name })
/** A link to one of another resource. */
export const link = (key, label, resource) => ({ kind: 'link', label, resource, of: at(key) })
/** A word of an enum, without the prefix that its proto gives it: `INCIDENT_STATUS_OPEN` is `open`. */
export const word = (key, label, prefix = '') => ({
  kind: 'word',
  label,
  of: (row) => plain(at(key)(row), prefix),
})
/** Anything that is computed. */
export const made = (label, of, kind = 'text') => ({ kind, label, of })

export function plain(value, prefix) {
  if (typeof value !== 'string') return undefined
  return (
    prefix !== '' && value.startsWith(`${prefix}_`) ? value.slice(prefix.length + 1) : value
  ).toLowerCase()
}

/** Choices of an enum, as `[value, label]`. */
export function choices(prefix, ...labels) {
  return labels.map((label) => [`${prefix}_${label.toUpperCase()}`, label.replaceAll('_', ' ')])
}

/** The permissions that a key can carry. */
export const PERMISSIONS = [
  'incidents:read',
  'incidents:write',
  'assets:read',
  'assets:write',
  'suppliers:read',
  'suppliers:write',
  'evaluations:read',
  'evaluations:write',
  'agent_runs:read',
  'agent_runs:write',
  'gate:query',
]

export const ROLES = choices('ROLE', 'admin', 'approver', 'auditor', 'member')

/** Choices that another list gives: the AI systems. */
export const SYSTEMS = {
  rpc: 'attestry.gate.v1.SystemService/ListSystems',
  items: 'systems',
  choice: ({ id, name }) => [id, name],
}

/** Lines of a text field, without empty ones. */
export function lines(value) {
  return value
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
