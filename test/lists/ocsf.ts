/**
 * The requirements of the Open Cybersecurity Schema Framework 1.6.0 for the two classes that `attestry audit follow` writes, and of
 * the objects in them, without profiles. Source: github.com/ocsf/ocsf-schema, tag 1.6.0: `events/base_event.json`,
 * `events/application/api_activity.json`, `events/findings/incident_finding.json`, `objects/*.json`, `dictionary.json`.
 */
type Shape = {
  required: string[]
  /** At least one attribute of each of these lists is present. */
  atLeastOne?: string[]
  /** The attributes that may be present, with their types: an object's name, `[…]` for arrays. */
  types: { [attribute: string]: string }
  enums?: { [attribute: string]: { [id: number]: string } }
}

const BASE = ['activity_id', 'category_uid', 'class_uid', 'metadata', 'severity_id', 'time', 'type_uid']
const BASE_TYPES = {
  ...{ activity_id: 'int', activity_name: 'string', category_uid: 'int', category_name: 'string' },
  ...{ class_uid: 'int', class_name: 'string', type_uid: 'int', type_name: 'string', time: 'int' },
  ...{ count: 'int', start_time: 'int', end_time: 'int' },
  ...{ severity_id: 'int', severity: 'string', status_id: 'int', status: 'string', status_code: 'string' },
  ...{ status_detail: 'string', message: 'string', metadata: 'metadata', unmapped: 'any' },
}
const SEVERITY = { 0: 'Unknown', 1: 'Informational', 2: 'Low', 3: 'Medium', 4: 'High', 5: 'Critical' }

const SHAPES: { [name: string]: Shape } = {
  '6003': {
    required: [...BASE, 'actor', 'api', 'src_endpoint'],
    types: { ...BASE_TYPES, actor: 'actor', api: 'api', src_endpoint: 'endpoint', dst_endpoint: 'endpoint' },
    enums: {
      activity_id: { 1: 'Create', 2: 'Read', 3: 'Update', 4: 'Delete', 99: 'Other' },
      severity_id: SEVERITY,
      status_id: { 1: 'Success', 2: 'Failure' },
    },
  },
  '2005': {
    required: [...BASE, 'finding_info_list', 'status_id'],
    atLeastOne: ['assignee', 'assignee_group'],
    types: { ...BASE_TYPES, desc: 'string', finding_info_list: '[finding_info]', assignee_group: 'group' },
    enums: {
      activity_id: { 1: 'Create', 2: 'Update', 3: 'Close' },
      severity_id: SEVERITY,
      status_id: { 1: 'New', 2: 'In Progress', 4: 'Resolved', 5: 'Closed', 99: '' },
    },
  },
  metadata: {
    required: ['product', 'version'],
    types: {
      ...{ product: 'product', version: 'string', uid: 'string', correlation_uid: 'string', sequence: 'int' },
      ...{ tenant_uid: 'string', log_name: 'string', log_provider: 'string' },
    },
  },
  product: { required: [], atLeastOne: ['name', 'uid'], types: { name: 'string', vendor_name: 'string' } },
  actor: { required: [], atLeastOne: ['user', 'process', 'session', 'app_name'], types: { user: 'user' } },
  user: {
    required: [],
    atLeastOne: ['account', 'name', 'uid'],
    types: { uid: 'string', name: 'string', type_id: 'int', type: 'string', email_addr: 'string' },
    enums: { type_id: { 1: 'User', 3: 'System', 99: '' } },
  },
  api: {
    required: ['operation'],
    types: { operation: 'string', service: 'service', request: 'request', response: 'response' },
  },
  service: { required: [], atLeastOne: ['name', 'uid'], types: { name: 'string' } },
  request: { required: ['uid'], types: { uid: 'string' } },
  response: { required: [], types: { code: 'int', error: 'string' } },
  endpoint: { required: [], atLeastOne: ['ip', 'uid', 'name'], types: { uid: 'string', name: 'string' } },
  group: { required: [], atLeastOne: ['name', 'uid'], types: { uid: 'string', name: 'string' } },
  finding_info: {
    required: ['uid'],
    types: {
      ...{ uid: 'string', title: 'string', desc: 'string', created_time: 'int', first_seen_time: 'int' },
      data_sources: '[string]',
    },
  },
}

/** Returns what is wrong with an event, by the table above; empty if nothing is. */
// biome-ignore lint/suspicious/noExplicitAny: an event is data.
export function ocsfProblems(event: any): string[] {
  const problems = shapeProblems(String(event.class_uid), event, String(event.class_uid))
  if (event.type_uid !== event.class_uid * 100 + event.activity_id) problems.push('type_uid')
  if (event.category_uid !== Math.floor(event.class_uid / 1000)) problems.push('category_uid')
  if (!/^\d+\.\d+\.\d+$/.test(event.metadata?.version)) problems.push('metadata.version')
  return problems
}

function shapeProblems(name: string, value: unknown, at: string): string[] {
  const shape = SHAPES[name]
  if (shape === undefined || typeof value !== 'object' || value === null) return [`${at}: no ${name}`]
  const has = (attribute: string) => (value as { [attribute: string]: unknown })[attribute] !== undefined
  const problems = shape.required
    .filter((attribute) => !has(attribute))
    .map((attribute) => `${at}.${attribute}: missing`)
  if (shape.atLeastOne !== undefined && !shape.atLeastOne.some(has))
    problems.push(`${at}: none of ${shape.atLeastOne}`)
  for (const [attribute, inner] of Object.entries(value)) {
    const type = shape.types[attribute]
    const place = `${at}.${attribute}`
    if (type === undefined) problems.push(`${place}: not an attribute`)
    else problems.push(...typeProblems(type, inner, place))
    const words = shape.enums?.[attribute]
    if (words === undefined) continue
    const caption = (value as { [attribute: string]: unknown })[
      attribute.replace('_id', CAPTION[attribute] ?? '')
    ]
    const word = words[inner as number]
    if (word === undefined || (word !== '' && caption !== word))
      problems.push(`${place}: ${inner}, ${caption}`)
  }
  return problems
}

/** The suffix of the text beside an id, if it is not the id's own name without `_id`. */
const CAPTION: { [attribute: string]: string } = { activity_id: '_name' }

function typeProblems(type: string, value: unknown, at: string): string[] {
  const [, item] = /^\[(.+)\]$/.exec(type) ?? []
  if (item !== undefined)
    return Array.isArray(value)
      ? value.flatMap((inner, i) => typeProblems(item, inner, `${at}.${i}`))
      : [`${at}: no list`]
  if (type === 'any') return []
  if (type === 'string') return typeof value === 'string' ? [] : [`${at}: no text`]
  if (type === 'int') return Number.isSafeInteger(value) ? [] : [`${at}: no integer`]
  return shapeProblems(type, value, at)
}
