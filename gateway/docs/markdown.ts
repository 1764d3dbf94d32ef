import { type Content, type Html, html } from './html.ts'

/** The Markdown that our own descriptions use: paragraphs, `##` headings, lists, tables, `code` and **strong**. */
export function markdown(text: string): Html {
  return html`${text.split(/\n{2,}/).map(block)}`
}

/** One line of it. */
export function inline(text: string): Html {
  const parts = text.split(/(`[^`]+`|\*\*[^*]+\*\*)/)
  return html`${parts.map((part): Content => {
    if (part.startsWith('`')) return html`<code>${part.slice(1, -1)}</code>`
    if (part.startsWith('**')) return html`<strong>${part.slice(2, -2)}</strong>`
    return part
  })}`
}

function block(text: string): Html {
  const lines = text.split('\n')
  if (text.startsWith('## ')) {
    const title = text.slice(3)
    return html`<h2 id="${title.toLowerCase().replaceAll(' ', '-')}">${title}</h2>`
  }
  if (text.startsWith('- ')) {
    return html`<ul>${text
      .split(/^- /m)
      .slice(1)
      .map((item) => html`<li>${inline(item)}</li>`)}</ul>`
  }
  if (text.startsWith('|')) return table(lines)
  return html`<p>${inline(text)}</p>`
}

function table([head = '', , ...rows]: string[]): Html {
  const cells = (line: string) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => inline(cell.trim()))
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${head.replaceAll('|', ' ').trim()}"><table>
<thead><tr>${cells(head).map((cell) => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${cells(row).map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
</table></div>`
}
