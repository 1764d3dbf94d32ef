import { h } from '../dom.js'
import { cell } from './cells.js'

/**
 * A table of rows. The first column leads to the row: `open` gives an address or a function; without it the column is
 * plain. `actions` gives the buttons of a row.
 */
export function table({ caption, columns, rows, open, actions = () => [] }) {
  const withActions = rows.some((row) => actions(row).length > 0)
  return h(
    'div',
    { class: 'scroll' },
    h(
      'table',
      {},
      h('caption', { class: 'hidden' }, caption),
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map(({ label, kind }) => h('th', { scope: 'col', class: kind }, label)),
          withActions && h('th', { scope: 'col' }, h('span', { class: 'hidden' }, 'Actions')),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) =>
          h(
            'tr',
            {},
            columns.map((column, i) =>
              h('td', { class: column.kind }, i === 0 ? leading(column, row, open) : cell(column, row, true)),
            ),
            withActions && h('td', { class: 'actions' }, actions(row)),
          ),
        ),
      ),
    ),
  )
}

function leading(column, row, open) {
  const content = cell(column, row)
  const target = open?.(row)
  if (target === undefined) return content
  if (typeof target === 'string') return h('a', { class: 'row', href: target }, content)
  return h('button', { type: 'button', class: 'row', onclick: target }, content)
}

/** Fields beside their labels. */
export function facts(fields, row) {
  return h(
    'dl',
    { class: 'facts' },
    fields.map((field) =>
      h('div', { class: field.kind }, h('dt', {}, field.label), h('dd', {}, cell(field, row))),
    ),
  )
}
