import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname } from 'node:path'
import { parse } from 'acorn'
import { isSafe, version } from 'redos-detector'
import { expect, test } from 'vitest'

/** Patterns that the check cannot find bounded, and why nobody can make them backtrack. */
const EXCEPTIONS = new Map<string, string>([
  ['\\/+$', 'reads an address that the operator has typed'],
  ['\\s*\\n\\s*', 'reads the texts of the commands'],
  ['(`[^`]+`|\\*\\*[^*]+\\*\\*)', 'reads the texts of the API document'],
  ['\\{(\\w+)\\}', 'reads the paths of the API document'],
  ['\\{([^}]+)\\}', 'reads the templates of the alert formats'],
  ['\\/sources\\/.+\\/findings\\/', 'reads at most 2,000 characters (recognition.ts)'],
  ['#\\{[^{}]{1,500}\\}', 'reads at most 5,000 characters (checkpoint-harmony-email.ts)'],
  ['^(?:(\\[[0-9a-f:]+\\]|[^:]+):)?(\\d{1,5})$', 'reads the environment'],
  ['^(?<host>[^:]+|\\[[^\\]]+\\]):(?<port>\\d{1,5})$', 'reads an address that the operator has typed'],
  ['http-equiv="Content-Security-Policy"\\s+content="([^"]+)"', 'reads a page that the build has made'],
  [
    '(?:alert|incident|issue|alarm|problem|monitor|detection|finding|case|violation|check)(?:resolved?|closed?|recovered|recovery|cleared)$|^(?:resolved?|recovered|recovery)$',
    'reads at most 100 letters (general-reading.ts)',
  ],
  ['=+$', 'reads base64 made here'],
  [
    '-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]*-----END (?:TRUSTED )?CERTIFICATE-----',
    'reads a file that the operator names',
  ],
  [
    '^(?:(?:"[^"\\r\\n]*" *|[^<>@\\r\\n]*)<[^\\s<>@]+@[^\\s<>@]+>|[^\\s<>@]+@[^\\s<>@]+)$',
    'reads the environment',
  ],
  ['"(?:[^"\\\\]|\\\\.)*"', 'reads quotations made here, each of which ends'],
  [
    '[ \\t]*;[ \\t]*(?:([\\w!#$%&\'*+.^`|~-]+)=([\\w!#$%&\'*+.^`|~-]+|"(?:[^"\\\\]|\\\\.)*"))?',
    'is sticky: it begins at one place',
  ],
  ['\\/@mikro-orm\\/.*\\.js$|\\/store\\/entities\\/.*\\.ts$', 'reads paths of the bundled sources'],
  ['\\/(gateway|services)\\/.*\\.ts$', 'reads paths of the bundled sources'],
  ['^\\s*(-?\\d+)\\s+(.*)$', 'reads what ps prints'],
  ['\\.\\.\\.tone\\((.+)\\)', 'reads the sources of the console'],
  ["'(\\w+)'", 'reads the sources of the console'],
  ["import \\{([^}]+)\\} from '(?:\\.\\.\\/)+(proto\\/gen\\/[^']+)'", 'reads the sources of the console'],
  ['\\w+Schema\\b', 'reads the sources of the console'],
  [
    '(?:^|[\\s>])time="[0-9: -]{19}" fw="[^"=]{1,100}" tz=[+-][0-9]{4} startime="',
    'reads at most 600 characters (device-text.ts)',
  ],
  [
    '(?:^|[\\s:])"([012])" "[0-9]{1,10}" "[^"]{1,100}" "[^"]{1,100}" "',
    'reads at most 600 characters (device-text.ts)',
  ],
  [
    '(?:^|, )([A-Z]\\w{0,40}(?: [A-Z]\\w{0,40})?): ',
    'begins behind a separator, and its words end at a space (device-text.ts)',
  ],
  [
    ',"?([A-Z]\\w{0,40}(?: \\w{1,40}){0,3}): ',
    'begins behind a comma, and its words end at a space (device-text.ts)',
  ],
  ['"([^"]{0,2000})"(?:="([^"]{0,2000})")?', 'a value ends at the first quote (device-text.ts)'],
  [
    '(?<=^|[\\s,>])([A-Za-z_]\\w{0,60})=(?:"([^"]{0,5000})"|([^\\s,"]{0,2000}))',
    'begins behind a separator, and a value ends at the first quote or separator (fortinet-text.ts)',
  ],
  [
    '([ \\t=])(?:[0-9]{1,6} )?<[0-9]{1,3}>[^|=<\\n]{0,200}$',
    'reads what stands between two events, LONGEST_BETWEEN at most (event-text.ts)',
  ],
  [
    '(?:^|\\s)rawEvent=(?:[A-Z][a-z]{2} |[0-9]{4}-[0-9]{2}-)[^|=\\n]{0,200}$',
    'reads the same (event-text.ts)',
  ],
  [
    '(?:^|[\\s:])((?:RT_SCREEN|RT_FLOW|IDP|AV|AAMW|SRX_AAMW|SECINTEL|WEBFILTER|ANTISPAM|CONTENT_FILTERING|APPTRACK)_[A-Z_]{2,40}):? \\[(?:junos@[\\w.]{1,40} )?(?=[a-z][a-z0-9-]{1,40}=)',
    'reads at most 400 characters (structured-text.ts)',
  ],
  [
    ' ((?:GNRL_EV|KL[A-Z]{2,6})_\\w{2,60}) \\[event@23668 |(?:^|\\s)[0-9a-f]{8} \\[event@23668 ',
    'reads at most 400 characters (structured-text.ts)',
  ],
  [
    '\\s{0,3}([A-Za-z][\\w-]{0,40})="((?:[^"\\\\]|\\\\["\\\\\\]]|\\\\(?!["\\\\\\]])){0,5000})"',
    'is sticky: it begins at one place',
  ],
  [
    '\\s?([A-Za-z_][\\w .-]{0,60})(?::{1,2}|=)"((?:[^"\\\\]|\\\\[^\\n]){0,20000})";?',
    'is sticky: it begins at one place, and a value ends at the first mark that is not escaped',
  ],
  [
    '([A-Za-z_][\\w ./-]{0,60})=((?:[^|\\\\]|\\\\[^\\n]){0,20000})(?:\\||$)',
    'is sticky: it begins at one place, and a value ends at the first mark that is not escaped',
  ],
  [
    '^([^;|={}]{0,300}?)\\bossec: Alert Level: ([0-9]{1,2}); Rule: ([0-9]{1,8}) - ([^\\n]{0,1000}?); Location: ([^;\\n]{1,500});',
    'reads at most 2,500 characters, from their beginning (ids-text.ts)',
  ],
  [
    '^[^=|;{}]{0,200}?\\b([0-9]{10}\\.[0-9]{1,9}) (\\S{1,100}) (?:security_event )?(ids_alerted|ids-alerts|security_filtering_file_scanned|security_filtering_disposition_change) (?=\\w{1,30}=)',
    'reads at most 2,500 characters, from their beginning (ids-text.ts)',
  ],
  [
    '^([^;|={}]{0,200}?)\\bSyslogAlertForwarder: (\\S{1,100}) detected (\\S{1,30}) attack ([^\\n]{1,300}?) ?\\(severity = (\\w{1,20})\\)\\.? ?(\\S{1,60}):([0-9]{1,5}|N\\/A) -> (\\S{1,60}):([0-9]{1,5}|N\\/A) ?\\(result = ([^)\\n]{1,100})\\)',
    'reads at most 2,500 characters, from their beginning (ids-text.ts)',
  ],
  ['<Message>([^<]{1,20000})<', 'begins at a tag, and its text ends at the next one (windows-event.ts)'],
  [
    '<Data Name=["\']([^"\'<>]{1,100})["\'](?:\\/>|>([^<]{0,5000})<)',
    'begins at a tag, and its text ends at the next one (windows-event.ts)',
  ],
  [
    '<([A-Za-z]\\w{0,60})>([^<]{0,5000})<\\/',
    'begins at a tag, and its text ends at the next one (epo-text.ts)',
  ],
  ['(?:\\[[ \\t\\r\\n]*)?\\{', 'is sticky: it begins at one place'],
  ['\\u2068[^\\u2068\\u2069]*\\u2069', 'begins at a mark, and ends at the next one (isolated.ts)'],
  // The checker does not know that a lookbehind lets each run of backslashes be begun once.
  ['(?<!\\\\)(?:\\\\\\\\)*\\\\u0000', 'is linear by its lookbehind'],
])

test('every regular expression of the source is bounded in its backtracking', () => {
  const all = patterns()
  expect(all.length).toBeGreaterThan(50)
  const written = new Set(all.map(({ pattern }) => pattern))
  expect([...EXCEPTIONS.keys()].filter((pattern) => !written.has(pattern))).toEqual([])
  const distinct = [...new Map(all.map((one) => [`${one.pattern}/${one.flags}`, one])).values()]
  const checked = distinct.filter(({ pattern }) => !EXCEPTIONS.has(pattern) && hasManyWays(pattern))
  expect(checked.length).toBeGreaterThan(50)
  const before = foundBounded()
  const bounded = checked.filter((one) => before.has(keyOf(one)) || isBounded(one.pattern, one.flags))
  keepBounded(bounded.map(keyOf))
  expect(checked.filter((one) => !bounded.includes(one))).toEqual([])
})

test('a pattern that was found bounded is checked again with other flags, and each pattern has its own key', () => {
  const patterns = ['a', 'b', 'a/i'].flatMap((pattern) => ['', 'i', 's'].map((flags) => ({ pattern, flags })))
  expect(new Set(patterns.map(keyOf)).size).toBe(9)
})

test.each([
  '^a[ \\t]*(?:;[ \\t]*b[ \\t]*)?;?[ \\t]*$',
  '^(?:a+)+$',
  '^(?<name>[^ ]+)x?(?<other>[^ ]+)$',
  'a+$',
])('the check of regular expressions finds %s', (pattern) => {
  expect(isBounded(pattern, '')).toBe(false)
})

test.each([
  ['a|b', false],
  ['\\/(?:alert|check)\\/[*+?]', false],
  ['(?=a)(?<!b)(?<name>c)\\+', false],
  ['[0-9]{16}', false],
  ['(?:a|b)?c?-[0-9]{1,2}', false],
  ['a?b?c?d?', true],
  ['a+', true],
  ['a{1,3}', true],
  ['a{2,}', true],
  ['(?:a?b){2}', true],
  ['(?:a|b)*?', true],
])('%s may match in many ways: %s', (pattern, many) => {
  expect(hasManyWays(pattern)).toBe(many)
})

/**
 * Whether a pattern has parts that may match any number of times, or more than three that may match once more or not. Where it has
 * not, no text makes it backtrack further than eight times its alternatives.
 */
function hasManyWays(pattern: string): boolean {
  const bare = pattern
    .replaceAll(/\\./gs, '')
    .replaceAll(/\[[^\]]*\]/g, '')
    .replaceAll(/\(\?(?:[:=!]|<)/g, '(')
    .replaceAll(/(?<!\))\{\d+\}/g, '')
    .replaceAll(/(?<!\))\{(?:0,1|1,2)\}/g, '?')
  return /[*+{]/.test(bare) || bare.split('?').length > 4
}

/** Steps, not time, bound the check. */
const LIMITS = { maxScore: 200, maxSteps: 20_000, timeout: Number.POSITIVE_INFINITY }

function isBounded(pattern: string, flags: string): boolean {
  // A name of a group says nothing about how it matches, and the checker reads none.
  const unnamed = pattern.replaceAll(/\(\?<(?![=!])[^>]*>/g, '(')
  const { safe, error } = isSafe(new RegExp(unnamed, flags.replaceAll(/[dgy]/g, '')), LIMITS)
  return safe && error === null
}

/**
 * Keys of the patterns that an earlier run found bounded, one a line. The check takes seconds, and a key stands for all that its result depends on.
 * `npm ci` removes the file.
 */
const FOUND = 'node_modules/.cache/patterns/bounded'

function keyOf({ pattern, flags }: { pattern: string; flags: string }): string {
  return hash('sha256', JSON.stringify([version, LIMITS, String(isBounded), pattern, flags]))
}

function foundBounded(): Set<string> {
  try {
    return new Set(readFileSync(FOUND, 'utf8').split('\n'))
  } catch {
    return new Set()
  }
}

/** Replaces the file as a whole, since another run may read it. */
function keepBounded(keys: string[]): void {
  mkdirSync(dirname(FOUND), { recursive: true })
  const made = `${FOUND}.${process.pid}`
  writeFileSync(made, keys.join('\n'))
  renameSync(made, FOUND)
}

/** Every regular expression literal of the source. */
function patterns(): { file: string; pattern: string; flags: string }[] {
  const found: { file: string; pattern: string; flags: string }[] = []
  for (const file of sources()) {
    const walk = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return
      const { type, regex } = node as { type?: string; regex?: { pattern: string; flags: string } }
      if (type === 'Literal' && regex !== undefined) found.push({ file, ...regex })
      else for (const child of Object.values(node)) walk(child)
    }
    const text = readFileSync(file, 'utf8')
    const script = file.endsWith('.ts') ? stripTypeScriptTypes(text) : text
    walk(parse(script, { ecmaVersion: 'latest', sourceType: 'module' }))
  }
  return found
}

function sources(): string[] {
  return execFileSync('git', ['ls-files', 'services', 'gateway', 'verifier/src'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:ts|mjs|js)$/.test(file) && !/\.test\.ts$|fixture/.test(file))
}
