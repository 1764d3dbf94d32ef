import type { DescEnum } from '@bufbuild/protobuf'

/** The word of an enum's value: `INCIDENT_STATUS_OPEN` is `open`. Empty for none. */
export function wordOf(schema: DescEnum, value: number | undefined): string {
  if (value === undefined || value === 0) return ''
  const name = schema.value[value]?.name
  return name === undefined ? String(value) : name.slice((schema.sharedPrefix ?? '').length).toLowerCase()
}

/** The word as it is read: `in_progress` is `in progress`, `nis2` is `NIS2`. */
export function readable(word: string): string {
  return NAMES[word] ?? word.replaceAll('_', ' ')
}

/** The choices of an enum as `[value, label]`, without the unspecified one. */
export function choicesOf(schema: DescEnum, except: number[] = []): [string, string][] {
  return schema.values
    .filter(({ number }) => number !== 0 && !except.includes(number))
    .map(({ number }) => [String(number), capital(readable(wordOf(schema, number)))])
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** How many of something: `plural(2, 'key')` is `2 keys`. */
export function plural(count: number | bigint, one: string, more = `${one}s`): string {
  return `${Number(count).toLocaleString()} ${Number(count) === 1 ? one : more}`
}

/** Lines of a text field, without empty ones. */
export function linesOf(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

const NAMES: { [word: string]: string } = {
  nis2: 'NIS2',
  dora: 'DORA',
  gdpr: 'GDPR',
  cra: 'CRA',
  ai_act: 'AI Act',
  cer: 'CER',
  eidas: 'eIDAS',
  vendor_siem: 'SIEM products',
  generic_json: 'JSON by mapping',
  service: 'own format',
  api_key: 'API key',
  rest: 'REST',
  grpc: 'gRPC',
}
