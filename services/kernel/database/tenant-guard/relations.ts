/**
 * The relations and functions of the schemas, as the tenant guard treats them. Every relation of a service's schema belongs to
 * organizations unless it is named here. test/isolation/tenant-guard.test.ts compares these lists with the database's catalogue.
 */

/** Relations of the installation: none of their rows belongs to an organization. */
export const OF_INSTALLATION = new Set(['ledger.quotas', 'ledger.service_clients', 'ledger.signing_keys'])

/** The column with the organization of a row. */
export function organizationColumn(relation: string): string {
  return relation === 'ledger.organizations' ? 'id' : 'org_id'
}

/**
 * Columns with secrets and addresses that a caller has to know completely: a row that was found by one determines its
 * organization.
 */
export const CREDENTIALS = new Map([
  ['ledger.api_keys', 'hash'],
  ['ledger.sessions', 'token_hash'],
  ['ledger.users', 'email_key'],
  ['ledger.invitations', 'code_hash'],
  ['ingestion.webhook_endpoints', 'token'],
])

/** Functions of the schemas, and whether their first argument is the organization of the rows. */
export const FUNCTIONS = new Map([
  ['ledger.append', { ofOrganizations: true }],
  ['ledger.record', { ofOrganizations: true }],
  ['ledger.store_answer', { ofOrganizations: true }],
  ['ledger.look_up_answer', { ofOrganizations: true }],
  ['ledger.store_logged_answer', { ofOrganizations: true }],
  ['ledger.log_found_answers', { ofOrganizations: true }],
  ['ledger.hold_session', { ofOrganizations: true }],
  ['ledger.hold_keys', { ofOrganizations: true }],
  ['ledger.lock_key', { ofOrganizations: true }],
  ['ledger.refuse_key', { ofOrganizations: false }],
  // The function of a trigger: no statement can call it.
  ['ledger.record_way_in', { ofOrganizations: true }],
  // Called by processes of an earlier version during an upgrade.
  ['ledger.hold_person', { ofOrganizations: true }],
  ['ledger.remember', { ofOrganizations: true }],
  ['ledger.recall', { ofOrganizations: true }],
  ['ledger.list_refresh', { ofOrganizations: true }],
  ['ledger.list_words', { ofOrganizations: false }],
  ['ledger.list_search', { ofOrganizations: false }],
  ['ledger.list_terms', { ofOrganizations: false }],
  ['ledger.list_facets', { ofOrganizations: false }],
  ['ledger.list_at', { ofOrganizations: false }],
  ['ingestion.refuse_stale', { ofOrganizations: false }],
])

/**
 * The statements that work for all organizations at once. Their text begins with `across(name)`. They may read and write only
 * the relations named here without an organization.
 */
export const ACROSS = {
  'list organizations': {
    why: 'the operator sees which organizations there are',
    relations: ['ledger.organizations'],
  },
  sequence: {
    why: 'one sequencer serves every tree, in the order of one queue; a leaf goes to the tree of its own entry',
    relations: ['ledger.queue', 'ledger.entries', 'ledger.leaves', 'ledger.trees'],
  },
  'count waiting entries': { why: 'a figure of the installation', relations: ['ledger.queue'] },
  'grown trees': {
    why: 'the checkpointer signs every tree that has grown, each under its own organization',
    relations: ['ledger.trees', 'ledger.leaves', 'ledger.checkpoints'],
  },
  'checkpoints since': {
    why: 'the checkpointer files every organization’s newest checkpoint that it finds unfiled',
    relations: ['ledger.trees', 'ledger.checkpoints'],
  },
  'checkpoints without statement': {
    why: 'the newest checkpoint of every organization is submitted to witnesses, each with a proof of its own log',
    relations: ['ledger.trees', 'ledger.checkpoints', 'ledger.checkpoint_statements'],
  },
  'statements that arrived': {
    why: 'a job records what others signed about checkpoints, each in the log of its own organization',
    relations: ['ledger.checkpoint_statements', 'ledger.trees'],
  },
  'damaged trees': {
    why: 'the sequencer leaves out the organizations whose tree cannot grow',
    relations: ['ledger.trees', 'ledger.leaves', 'ledger.queue'],
  },
  'outdated lists': {
    why: 'a job brings the lists of every organization up to its log, each under its own organization',
    relations: ['ledger.trees', 'ledger.list_progress'],
  },
  'outdated obligations': {
    why: 'a job brings the obligations of every organization up to its log, each under its own organization',
    relations: [
      'ledger.trees',
      'ledger.obligation_progress',
      'ledger.obligations',
      'ledger.reporting_settings',
    ],
  },
  'expire events': { why: 'housekeeping by age', relations: ['ledger.events_seen'] },
  'expire sessions': { why: 'housekeeping by age', relations: ['ledger.sessions'] },
  'times of a clock that was set back': {
    why: 'housekeeping by time',
    relations: [
      'ledger.notifications',
      'ledger.mail_budgets',
      'ledger.attachment_budgets',
      'ledger.sessions',
    ],
  },
  'expire answers': { why: 'housekeeping by age', relations: ['ledger.answers'] },
  'unknown organizations': {
    why: 'the operator verifies that every organization is in its own log',
    relations: ['ledger.organizations', 'ledger.organization_records'],
  },
  'found credentials': {
    why: 'a ledger that starts records, each in the log of its own organization, the credentials that earlier versions did not',
    relations: [
      'ledger.users',
      'ledger.user_records',
      'ledger.api_keys',
      'ledger.api_key_records',
      'ledger.service_client_records',
      'ledger.sessions',
      'ledger.session_records',
    ],
  },
  'found answers': {
    why: 'the same for the answers that are kept for retries',
    relations: ['ledger.answers'],
  },
  'found secrets': {
    why: 'the same for the secrets of webhook endpoints',
    relations: ['ingestion.webhook_endpoints', 'ingestion.webhook_endpoint_records'],
  },
  'lost exports': {
    why: 'a service that starts ends the packages whose process was killed, each under its own organization',
    relations: ['evidence.exports'],
  },
  'idle traces': {
    why: 'one sweep completes the traces of every organization, each under its own organization',
    relations: ['ingestion.spans'],
  },
  'expire spans': {
    why: 'housekeeping by age',
    relations: ['ingestion.spans', 'ingestion.settled_spans'],
  },
  'grown logs': {
    why: 'the notifier looks at every log that grew, each under its own organization',
    relations: ['ledger.notification_cursors', 'ledger.trees'],
  },
  'logs without obligations': {
    why: 'the notifier looks again at logs that another process may have left half read, each under its own organization',
    relations: ['ledger.notification_cursors', 'ledger.trees', 'ledger.obligation_progress'],
  },
  'claim notifications': {
    why: 'one sender delivers what waits for any organization, each notification to its own channel',
    relations: ['ledger.notifications', 'ledger.notification_channels'],
  },
  'due reminders': {
    why: 'one query finds what is due in any organization, for channels of the same organization',
    relations: [
      'ledger.notification_channels',
      'ledger.obligations',
      'ledger.incidents',
      'ledger.notifications',
    ],
  },
  'expiring keys': {
    why: 'one query finds the API keys of any organization that are about to expire, for channels of the same organization',
    relations: ['ledger.notification_channels', 'ledger.api_keys', 'ledger.notifications'],
  },
  'announce deprecation': {
    why: 'the operator notifies the administrators of every organization',
    relations: ['ledger.users'],
  },
  'changed endpoints': {
    why: 'every process keeps the data keys of all endpoints at hand',
    relations: ['ingestion.webhook_endpoints'],
  },
} as const

type Across = keyof typeof ACROSS

/** Marks a statement as one of those that work for all organizations. */
export function across(name: Across): string {
  return `/* ${acrossOrganizations(name)} */`
}

/** The same mark for the ORM, which adds it as a comment. */
export function acrossOrganizations(name: Across): string {
  return `across organizations: ${name}`
}

/** The name with which a statement is marked. */
export function acrossOf(text: string): Across | undefined {
  const name = /^\s*\/\* across organizations: ([a-z ]+) \*\//.exec(text)?.[1]
  return name !== undefined && Object.hasOwn(ACROSS, name) ? (name as Across) : undefined
}
