import { access, logout, session } from './control.js'
import { fill, h } from './dom.js'
import { closeDialogs } from './parts/dialog.js'
import { RESOURCES } from './resources/index.js'
import { mark, shell } from './shell.js'
import { state } from './state.js'
import { account } from './views/account.js'
import { evidence } from './views/evidence.js'
import { list } from './views/list.js'
import { loginView } from './views/login.js'
import { overview } from './views/overview.js'
import { show } from './views/show.js'

const content = h('main', { id: 'content', tabindex: -1 })

/** Pages that are no resource, by their address. */
const PAGES = { '': overview, evidence, account }

state.access = await access()
try {
  enter(await session())
} catch {
  showLogin('')
}
window.addEventListener('hashchange', () => {
  closeDialogs()
  route(true)
})

function enter(opened) {
  state.session = opened
  fill(document.body, shell(content, leave))
  route(false)
}

async function leave() {
  await logout().catch(() => {})
  showLogin('You are signed out.')
}

function showLogin(message) {
  state.session = undefined
  document.title = 'Sign in · Attestry'
  fill(document.body, loginView(message, enter))
}

/** Shows the page of the address: `#/`, `#/<resource>`, `#/<resource>/<id>`. The focus follows where a person has moved on. */
async function route(moved) {
  if (state.session === undefined) return
  const address = window.location.hash
  const [name = '', id] = address.replace(/^#\//, '').split('/').map(decodeURIComponent)
  mark(name)
  content.setAttribute('aria-busy', 'true')
  let page
  try {
    page = await pageOf(name, id)
  } catch (error) {
    if (error.status === 401) return showLogin('Your session has ended.')
    page = h(
      'p',
      { class: 'empty', role: 'alert' },
      error.message,
      error.requestId && ` (request ${error.requestId})`,
    )
  }
  if (window.location.hash !== address) return
  content.removeAttribute('aria-busy')
  fill(content, page)
  const heading = content.querySelector('h1')
  document.title = `${heading?.textContent ?? 'Console'} · Attestry`
  if (moved) {
    window.scrollTo(0, 0)
    content.focus({ preventScroll: true })
  }
}

async function pageOf(name, id) {
  const refresh = () => route(false)
  if (state.session.user.must_change_password) return account(refresh, door)
  const page = PAGES[name]
  if (page !== undefined) return page(refresh, showLogin)
  const resource = RESOURCES.find((candidate) => candidate.name === name)
  if (resource === undefined) return h('p', { class: 'empty' }, 'There is no such page.')
  return id === undefined || resource.show === undefined
    ? list(resource, refresh)
    : show(resource, id, refresh)
}
