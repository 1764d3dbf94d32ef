import { textsOf } from './find.mjs'

/**
 * Returns a module with its texts in another language. Texts without a translation stay English.
 *
 * @param {string} path its ending says how the module is parsed: `.ts`, `.tsx`
 * @param {string} code
 * @param {{ [english: string]: string }} translations the translation of each text; `a|b` where a number chooses the form
 * @returns {string}
 */
export function translated(path, code, translations) {
  const texts = textsOf(path, code)
  return written(0, code.length)

  /**
   * Returns the code between two places, with its texts translated.
   *
   * @param {number} from
   * @param {number} to
   */
  function written(from, to) {
    let out = ''
    let at = from
    for (const text of texts) {
      if (text.start < at || text.end > to) continue
      const translation = translations[text.key]
      if (translation === undefined) continue
      out += code.slice(at, text.start) + inForm(text, translation)
      at = text.end
    }
    return out + code.slice(at, to)
  }

  /**
   * @param {import('./find.mjs').Text} text
   * @param {string} translation
   */
  function inForm({ form, holes }, translation) {
    if (form === 'string') return JSON.stringify(translation)
    if (form === 'attribute') return `{${JSON.stringify(translation)}}`
    if (form === 'forms') return JSON.stringify(translation.split('|'))
    if (form === 'forms-attribute') return `{${JSON.stringify(translation.split('|'))}}`
    const parts = translation
      .split(/\{(\d{1,3})\}/)
      .map((part, i) => (i % 2 === 1 ? filled(holes[Number(part)], form) : literal(part, form)))
      .join('')
    return form === 'template' ? `\`${parts}\`` : parts
  }

  /**
   * @param {import('./find.mjs').Span | undefined} hole
   * @param {string} form
   */
  function filled(hole, form) {
    if (hole === undefined) throw new Error(`${path}: a translation has a place that the text lacks`)
    const inside = written(hole.start, hole.end)
    return form === 'template' ? `\${${inside}}` : inside
  }
}

/**
 * @param {string} text
 * @param {string} form
 */
function literal(text, form) {
  if (form === 'template') return text.replace(/[`\\]|\$(?=\{)/g, '\\$&')
  return text === '' ? '' : `{${JSON.stringify(text)}}`
}

/**
 * The plugin that builds the console in another language. It replaces the English texts in the sources, so that the English build
 * does not grow.
 *
 * @param {string} code of the language, `de`
 * @param {Catalogue} catalogue
 * @param {readonly (readonly [code: string, name: string])[]} languages all languages
 * @returns {import('vite').Plugin}
 */
export function inLanguage(code, { texts, words }, languages) {
  return {
    name: 'attestry-texts',
    enforce: 'pre',
    transformIndexHtml: (page) => page.replace('lang="en"', `lang="${code}"`),
    transform(source, id) {
      const path = id.split('?')[0] ?? ''
      if (!path.includes('/gateway/console/') || !/\.tsx?$/.test(path)) return null
      if (!path.endsWith('/language/language.ts')) return translated(path, source, texts)
      return [
        `export const LANGUAGE = ${JSON.stringify(code)}`,
        `export const LANGUAGES = ${JSON.stringify(languages)}`,
        `export const WORDS = ${JSON.stringify(words)}`,
      ].join('\n')
    },
  }
}

/**
 * The texts of the console in a language, by the English texts; the words of the API in that language, by the words of the API;
 * and the name of the language in that language.
 *
 * @typedef {{ language: string, texts: { [english: string]: string }, words: { [word: string]: string } }} Catalogue
 */
