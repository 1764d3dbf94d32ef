import { code, long, number, text, time, word } from '../fields.js'

const SERVICE = 'attestry.ledger.v1.NotificationService'

export const notifications = {
  name: 'notifications',
  title: 'Notifications',
  group: 'Evidence',
  about: 'What was told to whom, and what became of it.',
  list: { rpc: `${SERVICE}/ListNotifications`, items: 'notifications', paged: true },
  columns: [
    text('title', 'Title'),
    text('event', 'Event'),
    word('state', 'State', 'NOTIFICATION_STATE'),
    text('problem', 'Problem'),
    time('createdAt', 'Created'),
  ],
  show: {
    rpc: `${SERVICE}/GetNotification`,
    request: (id) => ({ id }),
    item: 'notification',
    title: ({ title }) => title,
    fields: [
      text('event', 'Event'),
      word('state', 'State', 'NOTIFICATION_STATE'),
      text('problem', 'Problem'),
      number('attempts', 'Attempts'),
      number('count', 'Events'),
      long('text', 'Text'),
      time('createdAt', 'Created'),
      time('settledAt', 'Settled'),
      time('nextAttemptAt', 'Next attempt'),
      code('channelId', 'Channel'),
      code('subjectId', 'About'),
      code('id', 'Id'),
    ],
    parts: [],
  },
  actions: [],
}
