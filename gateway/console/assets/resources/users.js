import { code, lines, ROLES, text, time, word, words } from '../fields.js'

const SERVICE = 'attestry.ledger.v1.UserService'
const isActive = ({ status }) => status === 'active'
const role = { name: 'role', label: 'Role', kind: 'select', options: ROLES, value: ({ role }) => role }
const attestation = {
  name: 'attestationRoles',
  label: 'Attests as',
  kind: 'lines',
  hint: 'One a line, e.g. ciso.',
  value: ({ attestationRoles = [] }) => attestationRoles.join('\n'),
}

export const users = {
  name: 'users',
  title: 'People',
  group: 'Settings',
  about: 'Who may sign in, and what each may do.',
  list: { rpc: `${SERVICE}/ListUsers`, items: 'users', paged: true },
  columns: [
    text('email', 'E-mail'),
    word('role', 'Role', 'ROLE'),
    words('attestationRoles', 'Attests as'),
    word('status', 'Status'),
    time('createdAt', 'Since'),
  ],
  details: [code('id', 'Id')],
  collectionActions: [
    {
      label: 'New person',
      tone: 'main',
      rpc: `${SERVICE}/CreateUser`,
      inputs: [{ name: 'email', label: 'E-mail', kind: 'email', required: true }, role, attestation],
      request: (_, { email, role, attestationRoles }) => ({
        email,
        role,
        attestationRoles: lines(attestationRoles),
      }),
      reveal: ({ password }) => [['Password, shown once', password]],
    },
  ],
  actions: [
    {
      label: 'Edit',
      rpc: `${SERVICE}/UpdateUser`,
      when: isActive,
      inputs: [role, attestation],
      request: ({ id }, { role, attestationRoles }) => ({
        id,
        role,
        attestationRoles: { values: lines(attestationRoles) },
      }),
    },
    {
      label: 'Reset password',
      rpc: `${SERVICE}/ResetPassword`,
      when: isActive,
      confirm: 'Makes a new password and ends every session of this person.',
      request: ({ id }) => ({ id }),
      reveal: ({ password }) => [['New password, shown once', password]],
    },
    {
      label: 'Disable',
      tone: 'bad',
      rpc: `${SERVICE}/DisableUser`,
      when: isActive,
      confirm: 'Ends every session of this person at once.',
      request: ({ id }) => ({ id }),
    },
  ],
}
