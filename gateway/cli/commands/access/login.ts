import type { Command } from 'commander'
import { z } from 'zod'
import { DomainError, Reason } from '../../../../services/kernel/errors/errors.ts'
import { CONTROL_PREFIX } from '../../../control/prefix.ts'
import { sessionToken } from '../../../control/session-cookie.ts'
import { sendAnonymous, understood } from '../../calls/anonymous-call.ts'
import { dataDirOf } from '../../data-directory/environment.ts'
import { gatewayUrl } from '../../data-directory/instance.ts'
import { keepSession, pickSession } from '../../data-directory/sessions.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { asked, askedSecretly, isInteractive } from '../../options/prompt.ts'
import { passwordFromStdin } from '../../options/stdin.ts'
import { item } from '../../views/views.ts'
import { show, uuid, verb } from '../command.ts'

export function loginCommand(): Command {
  return verb(
    'login',
    'Sign in; the session is kept in the data directory.',
    'login --email me@bank.example --password-stdin < password.txt',
  )
    .option('--email <email>', 'who signs in; a terminal asks for it')
    .option('--password-stdin', 'read the password from standard input; a terminal asks for it')
    .option('--org <id>', 'the organization, where the password opens accounts of several', uuid)
    .action(async ({ org, ...given }: Options, command: Command) => {
      const baseUrl = await gatewayUrl(process.env)
      const url = `${baseUrl}${CONTROL_PREFIX}/session`
      const { email, password } = await credentialsOf(given)
      const body = { email, password, ...(org === undefined ? {} : { organization_id: org }) }
      const answer = await sendAnonymous(baseUrl, url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? ''
      const token = sessionToken({ headers: { cookie } })
      if (token === undefined) throw new DomainError(Reason.INTERNAL, `${url} gave no session`)
      const who = await sendAnonymous(baseUrl, url, { headers: { cookie } })
      const { organization, user } = understood(Who, who, url)
      const dataDir = dataDirOf(process.env)
      await keepSession(dataDir, { organization_id: organization.id, email: user.email, token })
      const first = await pickSession(dataDir, { org: organization.id })
      const view = item({ organization_id: organization.id, email: user.email, role: user.role })
      const hint =
        first.email === user.email ? '' : `\nWithout --as ${user.email} commands act as ${first.email}.`
      const once = user.must_change_password
        ? `\nThis password is valid for one sign-in: attestry user change-password --as ${user.email}`
        : ''
      show(command, { ...view, text: view.text + hint + once })
    })
}

type Options = { email?: string; passwordStdin?: boolean; org?: string }

/** Returns the credentials of a login: from the options, and from the terminal if an option is missing. */
async function credentialsOf(given: Options): Promise<{ email: string; password: string }> {
  if (given.email === undefined && given.passwordStdin === true)
    throw new UsageError('--password-stdin needs --email')
  if (given.passwordStdin !== true && !isInteractive())
    throw new UsageError('without a terminal, give --email and --password-stdin')
  const email = given.email ?? (await asked('E-mail: '))
  const password =
    given.passwordStdin === true ? await passwordFromStdin() : await askedSecretly('Password: ')
  return { email, password }
}

const Who = z.object({
  organization: z.object({ id: z.uuid() }),
  user: z.object({ email: z.string(), role: z.string(), must_change_password: z.boolean().optional() }),
})
