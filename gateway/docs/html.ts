/** HTML that is safe to send: only `html` makes it. */
export type Html = { readonly markup: string }

/** The values of a template: text is escaped, HTML is not, undefined and false give nothing. */
export type Content = Html | string | number | undefined | false | Content[]

/** A template that escapes every value that is not HTML, in text and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: Content[]): Html {
  let markup = parts[0]!
  for (const [i, value] of values.entries()) markup += render(value) + parts[i + 1]!
  return { markup }
}

function render(value: Content): string {
  if (value === undefined || value === false) return ''
  if (Array.isArray(value)) return value.map(render).join('')
  if (typeof value === 'object') return value.markup
  return String(value).replace(/[&<>"']/g, (found) => ESCAPES[found]!)
}

const ESCAPES: { [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
