import { join } from 'node:path'
import { Command, Option } from 'commander'
import { onStopSignal } from '../../../../clients/cli/src/command/stop-signals.ts'
import { dataDirOf } from '../../data-directory/environment.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { given } from '../../options/given.ts'
import { wholeNumber, withExample } from '../command.ts'

/** `attestry webhook forward`: the relay of docs/integrations. Runs until its input ends or it gets a signal. */
export function webhookForward(): Command {
  const command = new Command('forward')
  return withExample(command, 'webhook forward --url URL --secret-env ATTESTRY_WEBHOOK_SECRET --listen 9099')
    .description('Sign alerts and post them to a webhook endpoint; lose none.')
    .argument('[files...]', 'files with alerts, or - for standard input')
    .requiredOption('--url <url>', "the endpoint's address")
    .requiredOption('--secret-env <name>', "the environment variable that holds the endpoint's secret")
    .option('--listen <port>', 'accept alerts by POST on this port of 127.0.0.1', wholeNumber)
    .addOption(
      new Option('--format <format>', "instead of the endpoint's own format").choices([
        'service',
        'vendor_siem',
        'generic_json',
      ]),
    )
    .option('--json', 'print one JSON object at the end and nothing else')
    .action(async (files: string[], options: Options) => {
      const secret = process.env[options.secretEnv]
      if (!secret) throw new UsageError(`--secret-env: ${options.secretEnv} is not set`)
      const { exitCodeOf, forward, ForwardUsageError } = await import('../../forward/forward.ts')
      const forwarding = await forward({
        url: options.url,
        secret,
        source: sourceOf(files, options.listen),
        spoolDirectory: join(dataDirOf(process.env), 'forward'),
        log: (line) => void process.stderr.write(`${line}\n`),
        ...given({ format: options.format }),
      }).catch((error) => {
        throw error instanceof ForwardUsageError ? new UsageError(error.message) : error
      })
      if (forwarding.port !== null) process.stderr.write(`Listening on 127.0.0.1:${forwarding.port}.\n`)
      onStopSignal(() => void forwarding.stop())
      const counts = await forwarding.done
      const text = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
      process.stdout.write(`${options.json ? JSON.stringify(counts) : text.join(', ')}\n`)
      process.exitCode = exitCodeOf(counts)
    })
}

function sourceOf(files: string[], port: number | undefined) {
  if (port !== undefined && files.length > 0) throw new UsageError('--listen takes no files')
  if (port !== undefined) return { kind: 'listen', port } as const
  if (files.length === 0) throw new UsageError('name files, - for standard input, or --listen PORT')
  if (files.length === 1 && files[0] === '-') return { kind: 'stream', input: process.stdin } as const
  return { kind: 'files', paths: files } as const
}

type Options = {
  url: string
  secretEnv: string
  listen?: number
  format?: 'service' | 'vendor_siem' | 'generic_json'
  json?: boolean
}
