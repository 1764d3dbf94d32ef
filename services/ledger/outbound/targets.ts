import { DomainError, Reason } from '../../kernel/errors/errors.ts'

/**
 * A variable that names at most `max` targets, each by an address and one more word. `form`: the expected form, for error texts.
 */
export type TargetVariable = { name: string; max: number; what: string; form: string }

/**
 * Reads the targets of a variable, separated by commas. Their addresses are http or https, without a password, a query or a
 * fragment.
 *
 * @throws DomainError VALIDATION naming the variable
 */
export function readTargets(
  env: NodeJS.ProcessEnv,
  variable: TargetVariable,
): { url: string; word: string }[] {
  const { name, max, what, form } = variable
  const targets = (env[name] ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [url = '', word = '', ...more] = part.split(/\s+/)
      if (!isPlainUrl(url) || word === '' || more.length > 0)
        throw refused(variable, `must be ${form}, separated by commas`)
      return { url, word }
    })
  if (targets.length > max) throw refused({ name }, `has more than ${max} ${what}`)
  return targets
}

/** The error for a variable that cannot be used. */
export function refused({ name }: Pick<TargetVariable, 'name'>, why: string): DomainError {
  return new DomainError(Reason.VALIDATION, `${name} ${why}`)
}

function isPlainUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password, search, hash } = new URL(text)
  return ['http:', 'https:'].includes(protocol) && username + password + search + hash === ''
}
