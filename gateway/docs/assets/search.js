// @ts-nocheck the program is typed for Node; this runs in a browser
// The contents show the parts of the page that contain every word of the search, with the text around the first word.

const filter = document.getElementById('filter')
const found = document.getElementById('found')
const items = [...document.querySelectorAll('nav li[data-text]')]
let entries

filter.hidden = false
filter.addEventListener('input', search)
filter.addEventListener('keydown', (event) => {
  if (event.key === 'Enter')
    items
      .find((item) => !item.hidden)
      ?.querySelector('a')
      .click()
  if (event.key === 'Escape') {
    filter.value = ''
    search()
  }
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.target.closest('input, textarea, select')) return
  event.preventDefault()
  filter.focus()
})

function search() {
  entries ??= items.map((item) => {
    const link = item.querySelector('a')
    const text = textOf(document.getElementById(link.hash.slice(1))).replace(/\s+/g, ' ')
    return { item, link, text, plain: text.toLowerCase(), title: item.dataset.text }
  })
  const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
  let count = 0
  for (const { item, link, text, plain, title } of entries) {
    item.hidden = !words.every((word) => title.includes(word) || plain.includes(word))
    if (!item.hidden) count += 1
    link.querySelector('.excerpt')?.remove()
    const elsewhere = item.hidden ? undefined : words.find((word) => !title.includes(word))
    if (elsewhere !== undefined) link.append(excerpt(text, plain.indexOf(elsewhere), elsewhere.length))
  }
  for (const heading of document.querySelectorAll('nav h2')) {
    heading.hidden = heading.nextElementSibling.querySelector('li:not([hidden])') === null
  }
  found.textContent =
    words.length === 0 ? '' : count === 0 ? 'Nothing holds all of these words.' : `${count} found`
}

/** The text of a section; of a heading within one, the text up to the next heading. */
function textOf(target) {
  if (target.tagName !== 'H2' && target.tagName !== 'HEADER') return target.textContent
  let text = ''
  const first = target.tagName === 'HEADER' ? target.firstElementChild : target
  for (
    let one = first;
    one !== null && (one === first || one.tagName !== 'H2');
    one = one.nextElementSibling
  ) {
    text += ` ${one.textContent}`
  }
  return text
}

function excerpt(text, at, length) {
  const shown = document.createElement('span')
  shown.className = 'excerpt'
  const mark = document.createElement('mark')
  mark.textContent = text.slice(at, at + length)
  shown.append(at > 24 ? '… ' : '', text.slice(Math.max(0, at - 24), at), mark)
  shown.append(text.slice(at + length, at + length + 32), at + length + 32 < text.length ? ' …' : '')
  return shown
}
