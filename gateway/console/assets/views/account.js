import { call } from '../control.js'
import { h } from '../dom.js'
import { made, words } from '../fields.js'
import { form } from '../parts/form.js'
import { facts } from '../parts/table.js'
import { state } from '../state.js'

/** Who is signed in, and that person's password. */
export async function account(_, signOut) {
  const { user, organization } = state.session
  return [
    h('header', { class: 'page' }, h('div', {}, h('h1', {}, user.email))),
    h(
      'section',
      { class: 'card' },
      facts(
        [
          made('Organization', () => organization.name),
          made('Role', () => user.role, 'word'),
          words('attestation_roles', 'Attests as'),
          made('Modules', () => organization.addons, 'words'),
        ],
        user,
      ),
    ),
    h(
      'section',
      { class: 'card narrow' },
      h('h2', {}, 'Change password'),
      user.must_change_password && h('p', {}, 'Your password was set by somebody else: change it first.'),
      form({
        label: 'Change',
        inputs: [
          {
            name: 'currentPassword',
            label: 'Present password',
            kind: 'password',
            required: true,
            autocomplete: 'current-password',
          },
          {
            name: 'newPassword',
            label: 'New password',
            kind: 'password',
            required: true,
            autocomplete: 'new-password',
            hint: 'Ends every session of yours; sign in again.',
          },
        ],
        submit: async (values) => {
          await call('attestry.ledger.v1.UserService/ChangePassword', values)
          signOut('Your password is changed. Sign in again.')
        },
      }),
    ),
  ]
}
