import { line } from '../../domain/notifications/events.ts'
import type { NotificationMessage } from './message.ts'

/*
 * Messages for incoming webhooks of chat products. Their texts come from outside: in no format can they mention people, open
 * links or change the layout.
 */

/** Slack: blocks of plain text (docs.slack.dev, "Sending messages using incoming webhooks"). */
export function slackMessage(message: NotificationMessage): object {
  const block = (text: string) => ({ type: 'plain_text', text: shortened(text, 2900), emoji: false })
  return {
    text: slackEscaped(message.title),
    blocks: [
      { type: 'header', text: { ...block(message.title), text: shortened(message.title, 150) } },
      { type: 'section', text: block(message.text) },
      ...(message.link === undefined
        ? []
        : [{ type: 'section', text: { type: 'mrkdwn', text: `<${message.link}|Show>` } }]),
      ...placeOf(message).map((place) => ({ type: 'section', text: block(place) })),
      { type: 'context', elements: [block(`${message.organization} · ${message.event} · ${message.id}`)] },
    ],
  }
}

/** Teams: an adaptive card whose texts are text runs, in which markdown has no effect (Workflows, "When a webhook is received"). */
export function teamsMessage(message: NotificationMessage): object {
  const run = (text: string, more: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...more }],
  })
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      run(message.title, { weight: 'Bolder', size: 'Medium' }),
      ...[...message.text.split('\n'), ...placeOf(message)].map((text) => run(text)),
      run(`${message.organization} · ${message.event} · ${message.id}`, { isSubtle: true }),
    ],
    ...(message.link === undefined
      ? {}
      : { actions: [{ type: 'Action.OpenUrl', title: 'Show', url: message.link }] }),
  }
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  }
}

/** Mattermost: markdown, with what could be markup or a mention escaped (docs.mattermost.com, "Incoming webhooks"). */
export function mattermostMessage(message: NotificationMessage): object {
  const lines = [
    `**${mattermostEscaped(message.title)}**`,
    ...[...message.text.split('\n'), ...placeOf(message)].map(mattermostEscaped),
    mattermostEscaped(`${message.organization} · ${message.event} · ${message.id}`),
    ...(message.link === undefined ? [] : [`[Show](${message.link})`]),
  ]
  return { text: lines.join('\n') }
}

const placeOf = ({ place }: NotificationMessage): string[] => (place === undefined ? [] : [place])

function slackEscaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * Escapes a text. A zero-width space breaks a mention; a backslash makes punctuation literal (CommonMark 2.4). An address would
 * become a link where it has a scheme or begins with www.
 */
function mattermostEscaped(text: string): string {
  return text
    .replace(/[\\`*_{}[\]()#+!|<>~:-]/g, '\\$&')
    .replace(/www(?=\.)/gi, '$&\\')
    .replaceAll('@', '@\u200b')
}

function shortened(text: string, max: number): string {
  return text.length <= max ? text : line(text, max)
}
