import { type Command, Option } from 'commander'
import {
  type WebhookEndpoint,
  WebhookEndpointSchema,
  type WebhookFormat,
  WebhookFormatSchema,
  WebhookService,
} from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import type { JsonValue } from '../../../../services/kernel/json/canonical-json.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { publicUrl } from '../../data-directory/instance.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { changes, given } from '../../options/given.ts'
import { textOfFile } from '../../options/text-of-file.ts'
import { readAll } from '../../views/pages.ts'
import { type Plain, plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, personVerb, positive, uuid, wholeNumber } from '../command.ts'

const method = WebhookService.method
const FORMATS = enumText<WebhookFormat>(WebhookFormatSchema)

export function webhookCreate(): Command {
  return settings(
    personVerb(
      'create',
      'Create an endpoint; its secret is shown once.',
      'webhook create --org ID --name wazuh --format vendor_siem',
    )
      .requiredOption('--name <name>', 'its name')
      .addOption(formatOption().makeOptionMandatory()),
    'new',
  ).action(
    asPerson<Settings & { name: string; format: string }>(async (options, { call }) => {
      const { endpoint, secret } = await call(method.createWebhookEndpoint, {
        name: options.name,
        format: FORMATS.value(options.format),
        ...given(await settingsOf(options)),
      })
      const { id, url } = await endpointView(endpoint!)
      return item({ id: id!, url: url!, secret })
    }),
  )
}

export function webhookList(): Command {
  return personVerb('list', 'List the endpoints, never their secrets.', 'webhook list --org ID')
    .option('--limit <n>', 'only the newest n', positive)
    .action(
      asPerson<{ limit?: number }>(async ({ limit }, { call }) => {
        const found = await readAll(limit, async (page) => {
          const { endpoints, nextCursor } = await call(method.listWebhookEndpoints, { page })
          return { rows: endpoints, nextCursor }
        })
        const rows = await Promise.all(found.map(endpointView))
        return list(rows, ['id', 'name', 'format', 'status', 'rate_limit', 'url'])
      }),
    )
}

export function webhookUpdate(): Command {
  return settings(
    personVerb(
      'update',
      'Change an endpoint; options that are not given change nothing.',
      'webhook update --org ID --id ID --mapping FILE',
    )
      .requiredOption('--id <id>', 'the endpoint', uuid)
      .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
      .option('--name <name>', 'another name')
      .addOption(formatOption()),
    'existing',
  ).action(
    asPerson<Update>(async (options, { call }) => {
      const { id, version = 0, name, format } = options
      const change = changes({
        name,
        format: format === undefined ? undefined : FORMATS.value(format),
        ...(await settingsOf(options)),
      })
      const { endpoint } = await call(method.updateWebhookEndpoint, {
        id,
        expectedVersion: version,
        ...change,
      })
      return item(await endpointView(endpoint!))
    }),
  )
}

export function webhookRotate(): Command {
  return personVerb(
    'rotate',
    'Create a new secret, shown once; the old one is no longer valid.',
    'webhook rotate --org ID --id ENDPOINT_ID',
  )
    .requiredOption('--id <id>', 'the endpoint', uuid)
    .action(
      asPerson<{ id: string }>(async ({ id }, { call }) => {
        const { endpoint, secret } = await call(method.rotateWebhookSecret, { id })
        const { url } = await endpointView(endpoint!)
        return item({ id, url: url!, secret })
      }),
    )
}

export function webhookRevoke(): Command {
  return personVerb(
    'revoke',
    'Revoke an endpoint, at once, everywhere; the others stay valid.',
    'webhook revoke --org ID --id ENDPOINT_ID',
  )
    .requiredOption('--id <id>', 'the endpoint', uuid)
    .action(
      asPerson<{ id: string }>(async ({ id }, { call }) =>
        item(await endpointView((await call(method.revokeWebhookEndpoint, { id })).endpoint!)),
      ),
    )
}

function formatOption(): Option {
  return new Option('--format <format>', 'the format in which its calls are read').choices(FORMATS.words)
}

/** @param isNew whether the help names the values of a new endpoint */
/** Adds the options of the settings, with their default values for a new endpoint. */
function settings(command: Command, endpoint: 'new' | 'existing'): Command {
  const byDefault = (value = ''): string => (endpoint === 'new' ? ` (default${value})` : '')
  return command
    .option('--mapping <file>', 'the mapping of generic_json, a JSON file')
    .option('--sample <file>', 'a sample alert, which the mapping must turn into an incident')
    .option(
      '--window-seconds <n>',
      `tolerance of the signature's time, 30 to 900${byDefault(': 300')}`,
      positive,
    )
    .option(
      '--idempotency-hours <n>',
      `how long an event id is recognised as a repeat, 1 to 2160${byDefault(': 168')}`,
      positive,
    )
    .option('--rate-limit <calls>', `calls in 60 s${byDefault(': 600')}`, positive)
    .option(
      '--general-reading',
      'let vendor_siem read alerts of unknown products by the usual names of fields',
    )
    .option('--no-general-reading', `refuse them${byDefault()}`)
    .option('--pin-format', 'refuse calls whose X-Service-Format names another format')
    .option('--no-pin-format', `let X-Service-Format override the format${byDefault()}`)
}

async function settingsOf(settings: Settings) {
  const { mapping, sample, windowSeconds, idempotencyHours, rateLimit } = settings
  const { generalReading, pinFormat } = settings
  if (sample !== undefined && mapping === undefined) throw new UsageError('--sample goes with --mapping')
  return {
    mapping: mapping === undefined ? undefined : await textOfFile('--mapping', mapping),
    sample: sample === undefined ? undefined : await textOfFile('--sample', sample),
    windowSeconds,
    idempotencyHours,
    rateLimit,
    generalReading,
    pinFormat,
  }
}

/** Returns an endpoint as the command shows it: with its whole address, and its mapping as JSON. */
async function endpointView(endpoint: WebhookEndpoint): Promise<Plain> {
  const { path, mapping, ...more } = plain(WebhookEndpointSchema, endpoint)
  return {
    ...more,
    url: `${await publicUrl(process.env)}${String(path)}`,
    mapping: mapping === '' ? null : (JSON.parse(String(mapping)) as JsonValue),
  }
}

type Settings = {
  mapping?: string
  sample?: string
  windowSeconds?: number
  idempotencyHours?: number
  rateLimit?: number
  generalReading?: boolean
  pinFormat?: boolean
}

type Update = Settings & { id: string; version?: number; name?: string; format?: string }
