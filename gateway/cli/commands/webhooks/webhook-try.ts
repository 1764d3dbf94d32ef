import { type Command, Option } from 'commander'
import type {
  Format,
  MappedAlert,
} from '../../../../services/ingestion/domain/webhook/formats/map-delivery.ts'
import { UsageError } from '../../errors/usage-error.ts'
import { textOfFile } from '../../options/text-of-file.ts'
import type { Plain } from '../../views/plain.ts'
import { item, type View } from '../../views/views.ts'
import { show, verb } from '../command.ts'

/**
 * `attestry webhook try`: shows how an endpoint would read a file, on this machine and without sending anything: product,
 * incident, identity and state of each alert, or why it would be refused.
 */
export function webhookTry(): Command {
  return verb(
    'try',
    'Show what an endpoint would make of a body, without sending it; check a mapping.',
    'webhook try alert.json',
  )
    .argument('[file]', 'a body as the sender sends it')
    .addOption(
      new Option('--format <format>', 'the format of the endpoint (default: vendor_siem)').choices([
        ...['service', 'vendor_siem', 'generic_json'],
      ]),
    )
    .option('--general-reading', 'read alerts of unknown products by the usual names of fields')
    .option('--mapping <file>', 'a mapping of generic_json, a JSON file')
    .option('--sample <file>', 'the same as the file')
    .action(async (file: string | undefined, options: Options, command: Command) => {
      const path = file ?? options.sample
      if (path === undefined) throw new UsageError('name the file to try')
      if (options.mapping !== undefined && (options.format ?? 'generic_json') !== 'generic_json')
        throw new UsageError('--mapping goes with --format generic_json')
      const name = file === undefined ? '--sample' : 'file'
      const body = await textOfFile(name, path)
      show(
        command,
        options.mapping === undefined
          ? await tryBody(body, options)
          : await tryMapping(body, options.mapping),
      )
    })
}

async function tryMapping(body: string, path: string): Promise<View> {
  const { checkMapping, previewOf } = await import(
    '../../../../services/ingestion/domain/webhook/formats/save-mapping.ts'
  )
  const { incident } = checkMapping(await textOfFile('--mapping', path), body)
  return item(previewOf(incident!))
}

async function tryBody(
  text: string,
  { format = 'vendor_siem', generalReading = false }: Options,
): Promise<View> {
  const { parseBody } = await import('../../../../services/ingestion/domain/webhook/body.ts')
  const { mapDelivery } = await import(
    '../../../../services/ingestion/domain/webhook/formats/map-delivery.ts'
  )
  const { invalidJson } = await import('../../../../services/ingestion/domain/webhook/rejection.ts')
  const body = parseBody(Buffer.from(text))
  if (!body.ok) {
    const { status, code, message } = invalidJson(body.why)
    return item({ status, code, message }, 1)
  }
  const delivery = mapDelivery(format, body.value, { generalReading, receivedAt: new Date() })
  if (delivery.kind === 'invalid') {
    const { code, message, missing, wrong_type } = delivery
    return item({ status: 422, code, message, missing, wrong_type }, 1)
  }
  const rows = await Promise.all(delivery.alerts.map(alertView))
  if (rows.length === 1) return item(rows[0]!)
  return { json: { data: rows }, text: rows.map(textOf).join('\n\n') }
}

/** Returns the lines of an alert; of several alerts, under its number. */
function textOf(row: Plain, index: number, { length }: readonly Plain[]): string {
  return `alert ${index + 1} of ${length}\n${item(row).text}`
}

async function alertView({ product: id, incident, state, status }: MappedAlert): Promise<Plain> {
  const { previewOf } = await import('../../../../services/ingestion/domain/webhook/formats/save-mapping.ts')
  const { COMMON_FORMATS } = await import(
    '../../../../services/ingestion/domain/webhook/formats/vendor-siem/products/common-formats.ts'
  )
  const { PRODUCTS } = await import(
    '../../../../services/ingestion/domain/webhook/formats/vendor-siem/products/index.ts'
  )
  const { GENERAL } = await import(
    '../../../../services/ingestion/domain/webhook/formats/vendor-siem/general-reading.ts'
  )
  const product = [...PRODUCTS, ...COMMON_FORMATS, GENERAL].find((known) => known.id === id)
  return {
    product: id,
    described_at: product?.source ?? null,
    state,
    status,
    opens_an_incident: state === 'open',
    ...previewOf(incident),
    identity: product?.identity.why ?? null,
  }
}

type Options = { format?: Format; generalReading?: boolean; mapping?: string; sample?: string }
