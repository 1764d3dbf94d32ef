import { call } from '../control.js'
import { fill, h } from '../dom.js'
import { buttons } from '../parts/actions.js'
import { badge } from '../parts/cells.js'
import { facts, table } from '../parts/table.js'
import { may } from '../state.js'

/** One thing, with what belongs to it. */
export async function show(resource, id, refresh) {
  const { show: source } = resource
  const answer = await call(source.rpc, source.request(id))
  const row = answer[source.item]
  const parts = source.parts.filter(({ rpc }) => rpc === undefined || may(rpc))
  return [
    h(
      'header',
      { class: 'page' },
      h(
        'div',
        {},
        h('p', { class: 'crumb' }, h('a', { href: `#/${resource.name}` }, resource.title)),
        h('h1', {}, source.title(row)),
      ),
      h('div', { class: 'actions' }, downloads(source, id), buttons(resource.actions, row, refresh)),
    ),
    h('section', { class: 'card' }, facts(source.fields, row)),
    parts.map((part) => section(part, id, answer, refresh)),
  ]
}

function downloads({ downloads: found = [] }, id) {
  return found
    .filter(({ endpoint }) => may(endpoint))
    .map(({ label, href }) =>
      h('a', { class: 'button', href: href(encodeURIComponent(id)), download: true }, label),
    )
}

/** A list that belongs to the thing; each is fetched on its own, so that one refusal does not hide the others. */
function section(part, id, answer, refresh) {
  const heading = h('h2', {}, part.title)
  const note = h('p', { class: 'muted' }, part.about)
  const body = h('div', {}, h('p', { class: 'empty' }, 'Loading …'))
  const draw = (found) => {
    const rows = part.of(found)
    const word = part.badge?.(found)
    if (word !== undefined) heading.append(' ', badge(word))
    if (part.note !== undefined) fill(note, part.note(found))
    const actions = (row) => buttons(part.actions?.() ?? [], row, refresh)
    fill(
      body,
      rows.length === 0
        ? h('p', { class: 'empty' }, 'None yet.')
        : table({ caption: part.title, columns: part.columns, rows, actions }),
    )
  }
  if (part.rpc === undefined) draw(answer)
  else {
    call(part.rpc, part.request(id))
      .then(draw)
      .catch((error) => fill(body, h('p', { class: 'empty' }, error.message)))
  }
  return h('section', { class: 'card flush' }, h('header', {}, heading, note), body)
}
