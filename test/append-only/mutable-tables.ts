/**
 * Every table of the services that is not append-only, with the reason. A new table is either append-only or must be
 * argued for here.
 */
export const MUTABLE: { [table: string]: string } = {
  'ledger.migrations': 'which migrations have run; no runtime role can write it',
  'ledger.organizations': 'current state beside organization_records, which have every version',
  'ledger.users': 'current state beside user_records; holds the password hash, which is no record',
  'ledger.api_keys': 'current state beside api_key_records; last use is kept to half a minute',
  'ledger.service_clients': 'current state beside service_client_records',
  'ledger.sessions': 'sessions end and move their idle limit; signing in and out are in the log',
  'ledger.invitations': 'an invitation ends when it is accepted or replaced; both are in the log',
  'ledger.role_grants': 'when each person last granted each role; every grant is in user_records',
  'ledger.quotas': 'counters of windows of one minute',
  'ledger.mail_budgets': 'how many e-mails an organization may still send this hour',
  'ledger.queue': 'entries on their way into the tree; an entry is there before and after',
  'ledger.trees': 'where each tree ends: a projection of the leaves',
  'ledger.signing_keys': 'current state beside signing_key_records',
  'ledger.events_seen': 'what a repeated webhook event is recognised by, until its window has passed',
  'ledger.list_rows':
    'a projection of incidents, assets and suppliers: what lists are filtered and searched by',
  'ledger.list_counts': 'a projection of list_rows: how many rows have each combination of facets',
  'ledger.list_progress': 'up to which leaf list_rows is made',
  'ledger.obligations': 'a projection of incidents, filings and settings: what is due, by time',
  'ledger.triage': 'a projection of incidents: those of unknown severity that nobody has changed',
  'ledger.obligation_progress': 'how far that projection has come',
  'ledger.answers': 'what retries are answered with for a day; the entry of the first call has the hashes',
  'ledger.notification_channels':
    'current state beside notification_channel_records; holds the sealed address and secret',
  'ledger.notification_cursors': 'how far each log was read for events',
  'ledger.notification_marks': 'what the notifier stores of a log between two entries: follows from the log',
  'ledger.notifications': 'the outbox: what waits, and a projection of notification_records',
  'gate.migrations': 'which migrations have run; no runtime role can write it',
  'gate.systems': 'current state beside system_records',
  'gate.profiles': 'current state beside profile_records',
  'ingestion.migrations': 'which migrations have run; no runtime role can write it',
  'ingestion.newest_results': 'a projection of evaluations: the newest of each metric',
  'ingestion.finding_subjects': 'a projection of findings: one row a subject, with its count',
  'ingestion.webhook_endpoints': 'current state beside webhook_endpoint_records; holds the sealed secret',
  'ingestion.rejected_deliveries': 'a window on what was rejected, pruned by contract; the log has all of it',
  'ingestion.spans': 'spans on their way into runs and events, and what a repeated one is recognised by',
  'ingestion.settled_spans': 'what repeated and late spans of a run are recognised by, for seven days',
  'evidence.migrations': 'which migrations have run; no runtime role can write it',
}
