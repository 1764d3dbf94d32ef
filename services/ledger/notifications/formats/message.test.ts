import { expect, test } from 'vitest'
import { EVENTS } from '../../domain/notifications/events.ts'
import type { NotificationRow } from '../../domain/notifications/notification.ts'
import { mattermostMessage, slackMessage, teamsMessage } from './chat.ts'
import { notificationMessageOf } from './message.ts'

const row = (event: string, subject: string | null): NotificationRow => ({
  ...{ org_id: 'o', id: 'n', channel_id: 'c', user_id: null, event, subject_id: subject },
  ...{ title: 'A title', text: 'A text', data: subject === null ? {} : { ai_system_id: 'sys' }, count: 1 },
  ...{ state: 'waiting', attempts: 0, created_at: 0, settled_at: null, next_at: 0, problem: '' },
})
const shown = (event: string, subject: string | null, baseUrl: string) => {
  const { link, place } = notificationMessageOf(row(event, subject), { organization: 'Org', baseUrl })
  return { link, place }
}

test.each([
  ['incident.opened', 'Incidents', '/incidents/x'],
  ['obligation.overdue', 'Incidents', '/incidents/x'],
  ['gate.blocked', 'AI systems', '/systems/x'],
  ['trigger.opened', 'Triggers', '/triggers?system=sys'],
  ['deliveries.rejected', 'Webhooks', '/webhooks/x'],
  ['key.expiring', 'API keys', '/keys'],
])(
  'the notification of %s links to its console page, or names it without a base URL',
  (event, title, path) => {
    expect(shown(event, 'x', 'https://a.example')).toEqual({
      link: `https://a.example/console/#${path}`,
      place: undefined,
    })
    expect(shown(event, 'x', '')).toEqual({
      link: undefined,
      place: `In the console: ${title}, at /console/#${path}`,
    })
    const { place } = shown(event, null, '')
    expect(place).toBe(`In the console: ${title}, at /console/#${path.replace(/\/x$|\?.*/, '')}`)
  },
)

test('every event’s notification has a console page, and channel.test has none', () => {
  for (const event of EVENTS) expect([event, shown(event, 'x', '').place]).not.toContain(undefined)
  expect(shown('channel.test', 'x', '')).toEqual({ link: undefined, place: undefined })
  expect(shown('channel.test', 'x', 'https://a.example')).toEqual({ link: undefined, place: undefined })
})

test('every chat format names the console page if it has no link', () => {
  const message = notificationMessageOf(row('key.expiring', 'x'), { organization: 'Org', baseUrl: '' })
  for (const format of [slackMessage, teamsMessage, mattermostMessage])
    expect(JSON.stringify(format(message)).replaceAll('\\', '')).toContain('API keys, at /console/#/keys')
})
