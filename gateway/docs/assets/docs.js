// @ts-nocheck the program is typed for Node; this runs in a browser
// The page is complete without this: it adds a filter to the contents and buttons that copy.

const filter = document.getElementById('filter')
filter.hidden = false
filter.addEventListener('input', () => {
  const wanted = filter.value.trim().toLowerCase()
  for (const item of document.querySelectorAll('nav li[data-text]')) {
    item.hidden = !item.dataset.text.includes(wanted)
  }
  for (const heading of document.querySelectorAll('nav h2')) {
    heading.hidden = heading.nextElementSibling.querySelector('li:not([hidden])') === null
  }
})

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
