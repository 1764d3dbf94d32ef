import { h } from '../dom.js'
import { form } from '../parts/form.js'

/** The endpoint of the evidence export. */
export const EXPORT = 'GET /api/control/evidence-export'

/** An evidence package of a span of time, as a download. */
export async function evidence() {
  const { sha256 } = await (await fetch('/.well-known/attestry/verifier.json')).json()
  const link = h('a', { download: true, hidden: true })
  return [
    h(
      'header',
      { class: 'page' },
      h(
        'div',
        {},
        h('h1', {}, 'Evidence'),
        h(
          'p',
          {},
          'A signed package with everything of a span of time, that anyone can verify offline, without us.',
        ),
      ),
    ),
    h(
      'section',
      { class: 'card narrow' },
      form({
        label: 'Export',
        inputs: [
          { name: 'from', label: 'From', kind: 'date', hint: 'Empty: from the beginning.' },
          { name: 'to', label: 'Up to', kind: 'date', hint: 'Empty: up to now.' },
        ],
        submit: async (values) => {
          const query = Object.entries(values)
            .filter(([, value]) => value !== '')
            .map(([name, value]) => [name, `${value}T00:00:00Z`])
          link.href = `/api/control/evidence-export?${new URLSearchParams(query)}`
          link.click()
        },
      }),
      link,
      h(
        'p',
        { class: 'muted' },
        'Verify it with the tool inside: ',
        h('code', {}, 'node verify.mjs --require-trust --pin KEY_ID package.zip'),
        '. KEY_ID is the id of the active signing key; hand it to the auditor in another way than the package.',
      ),
      h('p', { class: 'muted' }, 'SHA-256 of verify.mjs: ', h('code', {}, sha256)),
    ),
  ]
}
