import { choices, code, lines, text, time, word, words } from '../fields.js'

const SERVICE = 'attestry.ledger.v1.NotificationService'
const isActive = ({ status }) => status === 'active'
const EVENTS = [
  'certification.superseded',
  'deliveries.rejected',
  'gate.blocked',
  'incident.opened',
  'incident.severity_unknown',
  'trigger.opened',
]
const address = {
  name: 'url',
  label: 'Address',
  hint: 'https. It is stored encrypted and not shown again; empty for e-mail, or to keep the present one.',
}
const events = {
  name: 'events',
  label: 'Events',
  kind: 'checks',
  options: EVENTS.map((event) => [event, event]),
  value: ({ events = EVENTS } = {}) => events,
}
const recipients = {
  name: 'recipients',
  label: 'Recipients',
  kind: 'textarea',
  hint: 'Of an e-mail channel: an address a line.',
  value: ({ recipients = [] } = {}) => recipients.join('\n'),
}

export const channels = {
  name: 'channels',
  title: 'Channels',
  group: 'Settings',
  about: 'Where people and programs are told of events: by e-mail, in a chat, or by a signed webhook.',
  list: { rpc: `${SERVICE}/ListChannels`, items: 'channels', paged: true },
  columns: [
    text('name', 'Name'),
    word('kind', 'Kind', 'CHANNEL_KIND'),
    code('origin', 'Address'),
    words('recipients', 'Recipients'),
    words('events', 'Events'),
  ],
  details: [time('createdAt', 'Created'), code('id', 'Id')],
  collectionActions: [
    {
      label: 'New channel',
      tone: 'main',
      rpc: `${SERVICE}/CreateChannel`,
      inputs: [
        { name: 'name', label: 'Name', required: true },
        {
          name: 'kind',
          label: 'Kind',
          kind: 'select',
          options: choices('CHANNEL_KIND', 'email', 'slack', 'teams', 'mattermost', 'webhook'),
        },
        recipients,
        address,
        events,
      ],
      request: (_, values) => ({ ...values, recipients: lines(values.recipients) }),
      reveal: ({ secret = '' }) => (secret === '' ? [] : [['Signing secret, shown once', secret]]),
    },
  ],
  actions: [
    {
      label: 'Edit',
      rpc: `${SERVICE}/UpdateChannel`,
      when: isActive,
      inputs: [
        { name: 'name', label: 'Name', required: true, value: ({ name }) => name },
        recipients,
        address,
        events,
      ],
      request: ({ id }, { name, url, ...values }) => ({
        id,
        name,
        ...(url === '' ? {} : { url }),
        recipients: { values: lines(values.recipients) },
        events: { values: values.events },
      }),
    },
    {
      label: 'Test',
      rpc: `${SERVICE}/TestChannel`,
      when: isActive,
      confirm:
        'A message is sent that says nothing but that the channel works. Notifications shows its fate.',
      request: ({ id }) => ({ id }),
    },
    {
      label: 'Delete',
      tone: 'bad',
      rpc: `${SERVICE}/DeleteChannel`,
      when: isActive,
      confirm: 'What waits for the channel is cancelled. Its address and secret are erased.',
      request: ({ id }) => ({ id }),
    },
  ],
}
