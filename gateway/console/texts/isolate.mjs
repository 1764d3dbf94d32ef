import { join } from 'node:path'
import { textsOf } from './find.mjs'

/**
 * Returns a module in which every value of a text without elements is isolated (language/isolated.ts): of a text in a template, which
 * becomes the title of a dialog, a choice or a message. Nothing else is changed.
 *
 * @param {string} path its ending says how the module is parsed: `.ts`, `.tsx`
 * @param {string} code
 * @returns {string}
 */
export function isolating(path, code) {
  const holes = textsOf(path, code).flatMap(({ form, holes }) => (form === 'template' ? holes : []))
  if (holes.length === 0) return code
  const inserted = holes.flatMap(({ start, end }) => [
    { at: start, text: 'isolatedValue(' },
    { at: end, text: ')' },
  ])
  let out = `import { isolated as isolatedValue } from ${JSON.stringify(ISOLATED)}\n`
  let from = 0
  for (const { at, text } of inserted.sort((a, b) => a.at - b.at)) {
    out += code.slice(from, at) + text
    from = at
  }
  return out + code.slice(from)
}

const ISOLATED = join(import.meta.dirname, '../language/isolated.ts')

/**
 * The plugin that isolates values in every build. It comes after that of a language.
 *
 * @returns {import('vite').Plugin}
 */
export function withIsolatedValues() {
  return {
    name: 'attestry-isolated-values',
    enforce: 'pre',
    transform(code, id) {
      const path = id.split('?')[0] ?? ''
      return path.includes('/gateway/console/') && /\.tsx?$/.test(path) ? isolating(path, code) : null
    },
  }
}
