import { Command } from 'commander'
import { readOurs } from '../../../../services/local/ownership.ts'
import { dataDirOf } from '../../data-directory/environment.ts'
import { gatewayUrl } from '../../data-directory/instance.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { withExample } from '../command.ts'

/**
 * `attestry env`: prints the address of the installation here and the API key of its first organization, as lines for a shell.
 */
export function envCommand(): Command {
  const command = new Command('env').description(
    'Print address and first API key of this installation as exports: eval "$(attestry env)".',
  )
  return withExample(command, 'env').action(async () => {
    const path = `${dataDirOf(process.env)}/bootstrap.json`
    const kept = await readOurs(path)
    if (kept === null)
      throw new UsageError(`${path} does not exist: start an installation here with attestry serve`)
    const { api_key } = JSON.parse(kept) as { api_key: string }
    const lines = { ATTESTRY_URL: await gatewayUrl(process.env), ATTESTRY_API_KEY: api_key }
    for (const [name, value] of Object.entries(lines))
      process.stdout.write(`export ${name}=${quoted(value)}\n`)
  })
}

/** Quotes a text as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
