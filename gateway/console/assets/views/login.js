import { login, session } from '../control.js'
import { h } from '../dom.js'
import { form } from '../parts/form.js'

/** The sign-in page: asks for e-mail and password until a session opens, then calls `entered` with it. */
export function loginView(message, entered) {
  return h(
    'main',
    { class: 'login' },
    h('img', { src: 'mark.svg', alt: '', width: 44, height: 44 }),
    h('h1', {}, 'Attestry'),
    message && h('p', { class: 'muted', role: 'status' }, message),
    form({
      label: 'Sign in',
      inputs: [
        { name: 'email', label: 'E-mail', kind: 'email', required: true, autocomplete: 'username' },
        {
          name: 'password',
          label: 'Password',
          kind: 'password',
          required: true,
          autocomplete: 'current-password',
        },
      ],
      submit: async ({ email, password }) => {
        await login(email, password)
        entered(await session())
      },
    }),
  )
}
