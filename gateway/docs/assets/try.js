// @ts-nocheck the program is typed for Node; this runs in a browser
// Calls the API of this origin from the page. The key is nowhere but in the fields of the page, and in the calls.

const keys = [...document.querySelectorAll('input[data-key]')]
for (const input of keys) {
  input.addEventListener('input', () => {
    for (const other of keys) other.value = input.value
  })
}
addEventListener('pagehide', () => {
  for (const input of keys) input.value = ''
})

for (const details of document.querySelectorAll('details.try')) {
  details.hidden = false
  const form = details.querySelector('form')
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const outcome = form.querySelector('.outcome')
    const button = form.querySelector('button')
    const key = form.querySelector('input[data-key]')
    if (key.value.trim() === '') {
      show(outcome, 'Enter an API key.')
      key.focus()
      return
    }
    button.disabled = true
    show(outcome, 'Sending …')
    try {
      await send(form, key.value.trim(), outcome)
    } catch (error) {
      show(outcome, `No answer: ${error.message}`)
    } finally {
      button.disabled = false
    }
  })
}

async function send(form, key, outcome) {
  const headers = { Authorization: `Bearer ${key}` }
  const query = new URLSearchParams()
  let path = form.dataset.path
  for (const { name, value, dataset } of form.querySelectorAll('[data-place]')) {
    if (value === '') continue
    if (dataset.place === 'path') path = path.split(`{${name}}`).join(encodeURIComponent(value))
    else if (dataset.place === 'query') query.set(name, value)
    else headers[name] = value
  }
  const url = new URL(query.size === 0 ? path : `${path}?${query}`, location.origin)
  const body = form.querySelector('textarea')?.value
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  const answer = await fetch(url, {
    ...{ method: form.dataset.method, headers, body },
    ...{ credentials: 'omit', cache: 'no-store', redirect: 'error', referrerPolicy: 'no-referrer' },
  })
  const text = await answer.text()
  show(outcome, `${answer.status} · X-Request-Id ${answer.headers.get('x-request-id') ?? 'none'}`)
  const code = document.createElement('code')
  code.textContent = shown(text)
  const block = document.createElement('pre')
  block.tabIndex = 0
  block.append(code)
  outcome.append(block)
}

function show(outcome, text) {
  const line = document.createElement('p')
  line.textContent = text
  outcome.replaceChildren(line)
}

/** JSON with line breaks; anything else as it came. Both as text, and not more than a page can show. */
function shown(text) {
  let formatted = text
  try {
    formatted = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // No JSON: the answer of something in front of the server.
  }
  return formatted.length > MOST
    ? `${formatted.slice(0, MOST)}\n… (${formatted.length - MOST} characters more)`
    : formatted
}

const MOST = 100_000
