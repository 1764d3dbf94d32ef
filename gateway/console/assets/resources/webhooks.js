import { choices, code, flag, long, made, number, text, time, word } from '../fields.js'

const SERVICE = 'attestry.ingestion.v1.WebhookService'
const isActive = ({ status }) => status === 'active'
const secret = (label) => (answer) => [
  ['Address', `${window.location.origin}${answer.endpoint.path}`],
  [label, answer.secret],
]
const settings = [
  { name: 'name', label: 'Name', required: true, value: ({ name = '' }) => name },
  {
    name: 'format',
    label: 'Format',
    kind: 'select',
    options: choices('WEBHOOK_FORMAT', 'service', 'vendor_siem', 'generic_json'),
    value: ({ format }) => format,
  },
  {
    name: 'mapping',
    label: 'Mapping',
    kind: 'textarea',
    hint: 'JSON; only for generic_json.',
    value: ({ mapping = '' }) => mapping,
  },
  {
    name: 'windowSeconds',
    label: 'Time window, seconds',
    kind: 'number',
    min: 30,
    max: 900,
    value: ({ windowSeconds = 300 }) => windowSeconds,
  },
  {
    name: 'idempotencyHours',
    label: 'Event ids are recognised for, hours',
    kind: 'number',
    min: 1,
    max: 2160,
    value: ({ idempotencyHours = 168 }) => idempotencyHours,
  },
  {
    name: 'rateLimit',
    label: 'Calls a minute',
    kind: 'number',
    min: 1,
    value: ({ rateLimit = 600 }) => rateLimit,
  },
]
const message = ({ name, format, mapping, ...numbers }) => ({
  name,
  format,
  mapping,
  ...Object.fromEntries(Object.entries(numbers).map(([key, value]) => [key, Number(value)])),
})

export const webhooks = {
  name: 'webhooks',
  title: 'Webhook endpoints',
  group: 'Settings',
  about: 'Addresses to which other systems report incidents with one signed POST.',
  list: { rpc: `${SERVICE}/ListWebhookEndpoints`, items: 'endpoints', paged: true },
  columns: [
    text('name', 'Name'),
    word('format', 'Format', 'WEBHOOK_FORMAT'),
    word('status', 'Status'),
    code('path', 'Path'),
    time('createdAt', 'Created'),
  ],
  collectionActions: [
    {
      label: 'New endpoint',
      tone: 'main',
      rpc: `${SERVICE}/CreateWebhookEndpoint`,
      inputs: settings,
      request: (_, values) => message(values),
      reveal: secret('Signing secret, shown once'),
    },
  ],
  show: {
    rpc: `${SERVICE}/GetWebhookEndpoint`,
    request: (id) => ({ id }),
    item: 'endpoint',
    title: ({ name }) => name,
    fields: [
      word('status', 'Status'),
      word('format', 'Format', 'WEBHOOK_FORMAT'),
      made('Address', ({ path }) => `${window.location.origin}${path}`, 'code'),
      long('mapping', 'Mapping'),
      number('mappingVersion', 'Mapping version'),
      number('windowSeconds', 'Time window, seconds'),
      number('idempotencyHours', 'Event ids are recognised for, hours'),
      number('rateLimit', 'Calls a minute'),
      time('secretCreatedAt', 'Secret made'),
      time('createdAt', 'Created'),
      time('revokedAt', 'Revoked'),
      code('id', 'Id'),
    ],
    parts: [
      {
        title: 'Rejected calls',
        about: 'The newest 1,000 signed and 200 unsigned ones, with the beginning of their body.',
        rpc: `${SERVICE}/ListRejectedDeliveries`,
        request: (id) => ({ id, page: { limit: 50 } }),
        of: ({ deliveries = [] }) => deliveries,
        columns: [
          number('status', 'Status'),
          text('code', 'Code'),
          text('reason', 'Reason'),
          flag('signed', 'Signed'),
          time('receivedAt', 'Received'),
          code('excerpt', 'Body'),
        ],
      },
    ],
  },
  actions: [
    {
      label: 'Edit',
      rpc: `${SERVICE}/UpdateWebhookEndpoint`,
      when: isActive,
      inputs: settings,
      request: ({ id }, values) => ({ id, ...message(values) }),
    },
    {
      label: 'New secret',
      rpc: `${SERVICE}/RotateWebhookSecret`,
      when: isActive,
      confirm: 'The old secret is not valid any more, at once.',
      request: ({ id }) => ({ id }),
      reveal: secret('New signing secret, shown once'),
    },
    {
      label: 'Revoke',
      tone: 'bad',
      rpc: `${SERVICE}/RevokeWebhookEndpoint`,
      when: isActive,
      confirm: 'The endpoint takes no more calls, at once. Other endpoints are not affected.',
      request: ({ id }) => ({ id }),
    },
  ],
}
