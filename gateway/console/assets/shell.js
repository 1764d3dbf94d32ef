import { h } from './dom.js'
import { RESOURCES } from './resources/index.js'
import { may, state } from './state.js'
import { EXPORT } from './views/evidence.js'

/** The frame around every page: menu, person, and the place where pages stand. */
export function shell(content, signOut) {
  const { user, organization } = state.session
  return [
    h(
      'a',
      { class: 'skip', href: '#content', onclick: (event) => jump(event, content) },
      'Skip to the content',
    ),
    h(
      'aside',
      {},
      h(
        'a',
        { class: 'brand', href: '#/' },
        h('img', { src: 'mark.svg', alt: '', width: 26, height: 26 }),
        'Attestry',
      ),
      h('nav', { 'aria-label': 'Main' }, menu()),
      h(
        'div',
        { class: 'person' },
        h('a', { href: '#/account' }, user.email),
        h('span', { class: 'muted' }, `${organization.name} · ${user.role}`),
        h('button', { type: 'button', onclick: signOut }, 'Sign out'),
      ),
    ),
    content,
  ]
}

/** Marks the menu entry of the page that is shown. */
export function mark(name) {
  document.querySelector('nav a[aria-current]')?.removeAttribute('aria-current')
  document.querySelector(`nav a[href="#/${CSS.escape(name)}"]`)?.setAttribute('aria-current', 'page')
}

function menu() {
  const entries = [
    { group: '', name: '', title: 'Overview' },
    ...RESOURCES.filter(({ list }) => may(list.rpc)),
    ...(may(EXPORT) ? [{ group: 'Evidence', name: 'evidence', title: 'Export' }] : []),
  ]
  return [...new Set(entries.map(({ group }) => group))].map((group) => [
    group !== '' && h('h2', {}, group),
    h(
      'ul',
      {},
      entries
        .filter((entry) => entry.group === group)
        .map(({ name, title }) => h('li', {}, h('a', { href: `#/${name}` }, title))),
    ),
  ])
}

/** The address is the router's, so the skip link moves the focus itself. */
function jump(event, content) {
  event.preventDefault()
  content.focus()
}
