import { access, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { systemClock } from '../../../../services/kernel/clock.ts'
import { DAY_MS } from '../../../../services/kernel/values/time.ts'
import { explain, LocalError } from '../../../../services/local/errors.ts'
import { writePrivate } from '../../data-directory/private-file.ts'
import { item } from '../../views/views.ts'
import { commas, resource, show, verb, wholeNumber } from '../command.ts'

export function certificatesCommand(): Command {
  return resource('certificates', "Certificates for TLS between processes (the operator's)", [
    verb(
      'create',
      'Create an authority and one certificate for every process of an installation, for development and trials.',
      'certificates create --directory tls --hosts ledger,gate,ingestion,evidence',
    )
      .requiredOption('--directory <dir>', 'the directory to write to; it must not contain any yet')
      .option('--hosts <list>', 'names and addresses of the services, besides loopback', hosts)
      .option('--days <n>', 'their validity in days', days, 365)
      .action(async ({ directory, hosts = [], days }: Create, command: Command) => {
        const paths = pathsIn(resolve(directory))
        await expectNone(Object.values(paths))
        const now = systemClock.now()
        const validity = {
          from: new Date(now.getTime() - SKEW_MS),
          until: new Date(now.getTime() + days * DAY_MS),
        }
        // Loaded only here: no other command needs it.
        const { issue, makeAuthority } = await import('./certificate-authority.ts')
        const authority = await makeAuthority('Attestry development CA', validity)
        const issued = await issue(authority, 'attestry', [...new Set([...LOOPBACK, ...hosts])], validity)
        await writePrivate(paths.authorityKey, authority.key)
        await writePrivate(paths.key, issued.key)
        await write(paths.authority, authority.certificate)
        await write(paths.certificate, issued.certificate)
        show(
          command,
          item({
            ATTESTRY_TLS_CERT: paths.certificate,
            ATTESTRY_TLS_KEY: paths.key,
            ATTESTRY_TLS_CA: paths.authority,
            valid_until: validity.until.toISOString(),
          }),
        )
      }),
  ])
}

function pathsIn(directory: string) {
  return {
    authority: join(directory, 'ca.pem'),
    authorityKey: join(directory, 'ca-key.pem'),
    certificate: join(directory, 'attestry.pem'),
    key: join(directory, 'attestry-key.pem'),
  }
}

/** @throws LocalError naming a file that exists: files that other processes use are never replaced. */
async function expectNone(paths: string[]): Promise<void> {
  for (const path of paths) {
    const exists = await access(path).then(
      () => true,
      () => false,
    )
    if (exists)
      throw new LocalError('in_use', `${path} is there already: name another directory, or remove it`)
  }
}

async function write(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o644, flag: 'wx' }).catch((error) => {
    throw explain(error, path)
  })
}

function hosts(value: string): string[] {
  const names = commas(value)
  const wrong = names.find((name) => (isIP(name) === 0 || name.includes('%')) && !HOST_NAME.test(name))
  if (wrong !== undefined) throw new InvalidArgumentError(`${wrong} is neither a host name nor an address.`)
  return names
}

function days(value: string): number {
  const number = wholeNumber(value)
  if (number < 1 || number > 3650) throw new InvalidArgumentError('It must be from 1 to 3650.')
  return number
}

const LOOPBACK = ['localhost', '127.0.0.1', '::1']
/** Host names of RFC 1123, a leading wildcard label allowed. */
const HOST_NAME =
  /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i
/** Milliseconds by which clocks of other machines may be behind. */
const SKEW_MS = 300_000

type Create = { directory: string; hosts?: string[]; days: number }
