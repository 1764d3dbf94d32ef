import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { SERVICE_NAMES } from '../../../services/kernel/identity/access.ts'

/** The root of the checkout. */
export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

/** The variables that the code reads and whose names are not ours. */
const FOREIGN = ['DATABASE_URL', 'HOST', 'PORT', 'AWS_REGION', 'AWS_DEFAULT_REGION', 'AWS_ACCESS_KEY_ID']
const FOREIGN_SECRETS = ['AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN']

/** A level of a verification summary, not a variable. */
const OTHER_NAMES = ['ATTESTRY_GATE_PASS']
/** Examples in `/docs`. The shells of the readers read their variables, and not our code. */
const EXAMPLES = 'gateway/docs/'
/** The list of the settings, without their prefix. It is compared with what is read. */
const LIST = 'gateway/cli/process/variables.ts'

/** Finds every environment variable that the code reads, in the text of the code. */
export function variablesRead(): Set<string> {
  const found = new Set([...FOREIGN, ...FOREIGN_SECRETS])
  const sources = globSync('{services,gateway,verifier}/**/*.{ts,mjs}', { cwd: ROOT })
  for (const path of sources.filter(
    (one) => !one.endsWith('.test.ts') && !one.startsWith(EXAMPLES) && one !== LIST,
  )) {
    const text = readFileSync(`${ROOT}${path}`, 'utf8')
    for (const [name] of text.matchAll(/\bATTESTRY_[A-Z]+(?:_[A-Z]+)*(?![A-Z_$])/g)) found.add(name)
    for (const [, suffix] of text.matchAll(/ATTESTRY_\$\{[^}]*\}_([A-Z]+)/g))
      for (const service of SERVICE_NAMES) found.add(`ATTESTRY_${service.toUpperCase()}_${suffix}`)
  }
  for (const name of OTHER_NAMES) found.delete(name)
  return found
}
