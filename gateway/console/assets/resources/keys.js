import { code, number, PERMISSIONS, text, time, word, words } from '../fields.js'

const SERVICE = 'attestry.ledger.v1.KeyService'
const isActive = ({ status }) => status === 'active'

export const keys = {
  name: 'keys',
  title: 'API keys',
  group: 'Settings',
  about: 'One key a system, with no wider permissions than it needs. A revoked key is refused at once.',
  list: { rpc: `${SERVICE}/ListKeys`, items: 'keys', paged: true },
  columns: [
    text('name', 'Name'),
    code('prefix', 'Begins with'),
    word('status', 'Status'),
    words('permissions', 'Permissions'),
    time('lastUsedAt', 'Last used'),
  ],
  details: [
    words('permissions', 'Permissions'),
    number('rateLimit', 'Calls a minute'),
    time('createdAt', 'Created'),
    time('revokedAt', 'Revoked'),
    code('id', 'Id'),
  ],
  collectionActions: [
    {
      label: 'New key',
      tone: 'main',
      rpc: `${SERVICE}/CreateKey`,
      inputs: [
        { name: 'name', label: 'Name', required: true, hint: 'The system that will use it.' },
        {
          name: 'permissions',
          label: 'Permissions',
          kind: 'checks',
          options: PERMISSIONS.map((permission) => [permission, permission]),
        },
        { name: 'rateLimit', label: 'Calls a minute', kind: 'number', min: 1, value: () => 600 },
      ],
      request: (_, { rateLimit, ...values }) => ({ ...values, rateLimit: Number(rateLimit) }),
      reveal: ({ secret }) => [['API key, shown once', secret]],
    },
  ],
  actions: [
    {
      label: 'Edit',
      rpc: `${SERVICE}/UpdateKey`,
      when: isActive,
      inputs: [
        { name: 'name', label: 'Name', required: true, value: ({ name }) => name },
        {
          name: 'rateLimit',
          label: 'Calls a minute',
          kind: 'number',
          min: 1,
          value: ({ rateLimit }) => rateLimit,
        },
      ],
      request: ({ id }, { name, rateLimit }) => ({ id, name, rateLimit: Number(rateLimit) }),
    },
    {
      label: 'Revoke',
      tone: 'bad',
      rpc: `${SERVICE}/RevokeKey`,
      when: isActive,
      confirm: 'Calls with this key are refused from now on. This cannot be undone.',
      request: ({ id }) => ({ id }),
    },
  ],
}
