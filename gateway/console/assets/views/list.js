import { call } from '../control.js'
import { fill, h } from '../dom.js'
import { buttons } from '../parts/actions.js'
import { dialog } from '../parts/dialog.js'
import { facts, table } from '../parts/table.js'

/** Everything of a resource, newest first, page by page. */
export async function list(resource, refresh) {
  const { list: source, columns, collectionActions = [] } = resource
  const rows = []
  let cursor = ''
  const body = h('div', {})
  const more = h('button', { type: 'button', hidden: true, onclick: () => load() }, 'Show more')
  const filter = source.filter && filterOf(source.filter, () => again())

  const load = async () => {
    const page = source.paged ? { page: { limit: 50, cursor } } : {}
    const wanted = filter?.value ? { [source.filter.name]: filter.value } : {}
    const answer = await call(source.rpc, { ...wanted, ...page })
    rows.push(...(answer[source.items] ?? []))
    cursor = answer.nextCursor ?? ''
    more.hidden = cursor === ''
    show()
  }
  const again = async () => {
    rows.length = 0
    cursor = ''
    await load()
  }
  const show = () => {
    const actions = (row) => (resource.show === undefined ? buttons(resource.actions, row, again) : [])
    fill(
      body,
      rows.length === 0
        ? h('p', { class: 'empty' }, `No ${resource.title.toLowerCase()} here yet.`)
        : table({
            caption: resource.title,
            columns,
            rows,
            open: (row) => target(resource, row, again),
            actions,
          }),
    )
  }
  await load()
  return [
    h(
      'header',
      { class: 'page' },
      h('div', {}, h('h1', {}, resource.title), h('p', {}, resource.about)),
      h(
        'div',
        { class: 'actions' },
        filter && h('label', {}, h('span', { class: 'hidden' }, source.filter.label), filter),
        buttons(collectionActions, {}, refresh),
      ),
    ),
    h('section', { class: 'card flush' }, body),
    more,
  ]
}

function filterOf({ label, options }, change) {
  return h(
    'select',
    { 'aria-label': label, onchange: change },
    h('option', { value: '' }, `${label}: all`),
    options.map(([value, text]) => h('option', { value }, text)),
  )
}

/** A page of its own where there is one to fetch, a dialog with the rest of the row otherwise. */
function target(resource, row, done) {
  if (resource.show !== undefined) return `#/${resource.name}/${encodeURIComponent(row.id)}`
  return () =>
    dialog(
      resource.columns[0].of(row) ?? resource.title,
      (close) => [
        facts([...resource.columns.slice(1), ...resource.details], row),
        h('footer', {}, buttons(resource.actions, row, after(close, done))),
      ],
      { wide: true },
    )
}

function after(close, done) {
  return () => {
    close()
    done()
  }
}
