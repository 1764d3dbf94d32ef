import { invalid } from '../../../kernel/errors/errors.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { isTrivialPassword } from './trivial-password.ts'

/**
 * Checks a password that somebody chose: it has 10 to 1,000 characters and cannot be guessed in a few tries
 * (trivial-password.ts).
 *
 * @param field the field that the error names
 * @param email the address of the person who chose the password
 * @throws DomainError VALIDATION
 */
export async function checkPassword(field: string, password: string, email: string): Promise<void> {
  new Checks().text(field, password, 1000, 10).done()
  if (isTrivialPassword(password, await leakedPasswords(), [...partsOf(email), ...FAMOUS]))
    throw invalid({ [field]: [TRIVIAL] })
}

/** An e-mail address, the parts before and after its @, and the words in it; also without the signs between them. */
function partsOf(email: string): string[] {
  const address = email.normalize('NFKC').toLowerCase()
  const parts = [address, ...address.split('@')]
  return [...parts, ...parts.map((text) => text.replace(/[@.+_-]/g, '')), ...address.split(/[@.+_-]/)]
}

/** The product's name, and passwords that are well known from advice about passwords. */
const FAMOUS = ['attestry', 'correcthorsebatterystaple', 'troubador']

/** The 49,000 passwords that leaked most often, from the dictionaries of zxcvbn-ts; read when they are first needed. */
async function leakedPasswords(): Promise<ReadonlySet<string>> {
  leaked ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  )
  return leaked
}

let leaked: Promise<ReadonlySet<string>> | undefined
const TRIVIAL =
  'is easy to guess: it has leaked, or is a common word, a part of the e-mail address or a repetition; use a longer one'
