import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { mintSigningSecret } from '../channel-secrets.ts'
import { mattermostMessage, slackMessage, teamsMessage } from './chat.ts'
import { webhookMessage } from './webhook.ts'

const message = {
  ...{ id: '018f0000-0000-7000-8000-000000000001', event: 'incident.opened', organizationId: 'o', count: 1 },
  organization: 'Example <Bank>',
  title: 'Breach <!channel> @all [x](http://evil.example) **now**',
  text: 'First line <@U1>\n# second of www.evil.example',
  data: { incident_id: 'i' },
  createdAt: new Date('2026-11-22T10:00:00Z'),
  link: 'https://attestry.example/console/#/incidents/i',
  place: undefined,
}

test('a webhook notification verifies with Standard Webhooks’ library, and not with another byte, id or secret', () => {
  const secret = mintSigningSecret()
  const { headers, body } = webhookMessage(message, secret, new Date())
  expect(new Webhook(secret).verify(body, headers)).toEqual({
    ...{ type: 'incident.opened', timestamp: '2026-11-22T10:00:00.000Z' },
    data: {
      ...{
        incident_id: 'i',
        notification_id: message.id,
        organization_id: 'o',
        title: message.title,
        count: 1,
      },
    },
  })
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow()
  expect(() => new Webhook(secret).verify(body, { ...headers, 'webhook-id': 'other' })).toThrow()
  expect(() => new Webhook(mintSigningSecret()).verify(body, headers)).toThrow()
  const old = webhookMessage(message, secret, new Date(Date.now() - 600_000))
  expect(() => new Webhook(secret).verify(old.body, old.headers)).toThrow()
})

test('a chat message contains no mention, link or markup that others chose', () => {
  const slack = slackMessage(message) as { text: string; blocks: { text?: { type: string; text: string } }[] }
  expect(slack.text).toContain('&lt;!channel&gt;')
  const chosen = slack.blocks.filter(
    ({ text }) => text?.text.includes('<@U1>') || text?.text.includes('evil'),
  )
  expect(chosen.map(({ text }) => text!.type)).toEqual(['plain_text', 'plain_text'])

  const teams = JSON.stringify(teamsMessage(message))
  expect(teams).not.toContain('"TextBlock"')
  expect(teams).toContain('evil.example')

  const { text } = mattermostMessage(message) as { text: string }
  expect(text).toContain('@\u200ball')
  expect(text).not.toMatch(/[^\\]\]\(http:\/\/evil/)
  expect(text).toContain('\\*\\*now\\*\\*')
  expect(text).toContain('\\# second')
  expect(text).toContain('www\\.evil')
})
