// @ts-nocheck the program is typed for Node; this runs in a browser
// The page is complete without this: it adds a search, the choice of a language, buttons that copy, and forms that call the API.
import './search.js'
import './try.js'

const languages = document.getElementById('languages')
languages.hidden = false
const choose = () => {
  document.documentElement.dataset.language = languages.querySelector('input:checked').value
}
languages.addEventListener('change', choose)
choose()

for (const forms of document.querySelectorAll('fieldset.forms')) {
  forms.hidden = false
  forms.addEventListener('change', ({ target }) => {
    forms.closest('.samples').dataset.form = target.value
  })
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.closest('figure').querySelector('code').textContent)
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
}

const links = new Map(
  [...document.querySelectorAll('nav a[href^="#"]')].map((link) => [link.hash.slice(1), link]),
)
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) continue
      document.querySelector('nav a[aria-current]')?.removeAttribute('aria-current')
      links.get(target.id)?.setAttribute('aria-current', 'true')
    }
  },
  { rootMargin: '-10% 0px -80% 0px' },
)
for (const id of links.keys()) {
  const target = document.getElementById(id)
  if (target !== null) watcher.observe(target)
}
