import { readStored, store } from './stored.ts'

/** The colours that a person chose: `light`, `dark`, or those of the system. */
export type Theme = 'system' | 'light' | 'dark'

const KEY = 'attestry-theme'

export function chosenTheme(): Theme {
  const found = readStored(KEY)
  return found === 'light' || found === 'dark' ? found : 'system'
}

export function chooseTheme(theme: Theme): void {
  store(KEY, theme)
  applyTheme()
}

export function applyTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}
