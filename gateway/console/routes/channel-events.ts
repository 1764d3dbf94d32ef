/** The events of channels, in words (docs/notifications.md). */
export const CHANNEL_EVENTS = [
  ['obligation.overdue', 'A report is overdue'],
  ['obligation.due_soon', 'A report is due soon'],
  ['incident.opened', 'An incident was opened'],
  ['incident.severity_unknown', 'An alert without a severity'],
  ['gate.blocked', 'The gate blocked'],
  ['trigger.opened', 'A trigger was opened'],
  ['certification.superseded', 'A certification was superseded'],
  ['deliveries.rejected', 'Webhook calls were rejected'],
  ['key.expiring', 'An API key is about to expire'],
] as const

/** Returns an event in words. */
export const eventOf = (event: string): string =>
  CHANNEL_EVENTS.find(([name]) => name === event)?.[1] ?? OTHERS[event] ?? event

const OTHERS: { [event: string]: string } = {
  'channel.test': 'A test of the channel',
  'api.deprecated': 'A part of the API is deprecated',
}
