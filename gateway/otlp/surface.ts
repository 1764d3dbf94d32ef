import { create, type DescMessage, type Message, toBinary, toJsonString } from '@bufbuild/protobuf'
import { Outcome } from '../../proto/gen/attestry/common/v1/audit_pb.ts'
import { Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { SpanService } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { StatusSchema } from '../../proto/gen/google/rpc/status_pb.ts'
import {
  ExportLogsServiceRequestSchema,
  ExportLogsServiceResponseSchema,
} from '../../proto/gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts'
import {
  ExportTraceServiceRequestSchema,
  ExportTraceServiceResponseSchema,
} from '../../proto/gen/opentelemetry/proto/collector/trace/v1/trace_service_pb.ts'
import { operationOf } from '../../services/kernel/identity/access.ts'
import { as } from '../../services/kernel/identity/caller.ts'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import type { GatewayContext } from '../context.ts'
import { challengeOf } from '../http/answers/challenge.ts'
import { RestError } from '../http/answers/rest-error.ts'
import { readBody } from '../http/bodies/body.ts'
import { holdBody, waitingBody } from '../http/bodies/hold-body.ts'
import { anonymous } from '../http/callers/anonymous.ts'
import { admit, callerOf, requireKey } from '../http/callers/api-key.ts'
import { answer, type Exchange } from '../http/exchange.ts'
import { recordedRefusal } from '../http/refusal.ts'
import type { Surface } from '../http/server.ts'
import type { Content } from './content.ts'
import { decompressed, type Encoding, encodingOf } from './decode.ts'
import { type LargeExports, largeExports } from './large-exports.ts'
import { logReading } from './logs.ts'
import { SMALL_BYTES } from './pieces.ts'
import { readExport } from './read-export.ts'
import type { Mapped } from './reading.ts'
import { spanReading } from './spans.ts'

/**
 * Takes agents' telemetry as OpenTelemetry exports it: `POST /otlp/v1/traces` and `/otlp/v1/logs` (OTLP/HTTP 1; docs/otlp.md).
 * The key needs the permission agent_runs:write. An export is one call of SpanService.ReportSpans.
 */
export function otlp(ctx: GatewayContext): Surface {
  const inPlace = largeExports()
  return { path: '/otlp', serve: (exchange) => receive(ctx, exchange, inPlace) }
}

async function receive(ctx: GatewayContext, exchange: Exchange, inPlace: LargeExports): Promise<void> {
  const { request } = exchange
  const signal = request.method === 'POST' ? SIGNALS.get(exchange.path) : undefined
  let caller = anonymous(exchange, Via.REST, signal && OPERATION.id)
  let encoding: Encoding = 'application/json'
  try {
    const admitted = await admit(ctx, exchange)
    caller = callerOf(exchange, admitted, signal && OPERATION)
    exchange.operation = caller.operation
    const { organizationId } = requireKey(admitted, signal && OPERATION)
    encoding = encodingOf(request.headers['content-type'])
    const report = async ({ spans }: Mapped): Promise<void> => {
      if (spans.length > 0) await ctx.clients.spans.reportSpans({ spans }, as(caller))
    }
    const mapped = await read(signal!.map, { exchange, encoding, organizationId, inPlace, report })
    await ctx.record({ caller, outcome: Outcome.OK, code: '', details: mapped.details ?? {} })
    send(exchange, 200, encoding, signal!.answer(notKept(mapped)))
  } catch (error) {
    sendError(exchange, encoding, await recordedRefusal(ctx, exchange, caller, error))
  }
}

/** One of the two signals: how its exports are mapped, and its answer. */
type Signal = {
  map: (bytes: Buffer, encoding: Encoding, content: Content) => Promise<Mapped>
  answer: (rest: NotKept | undefined) => Answer
}

/** A message and its type. */
type Answer = { desc: DescMessage; message: Message }

/** How many items were not kept, and why. */
type NotKept = { count: bigint; text: string }

/** `report` stores the reports. A large export keeps its place until they are stored. */
type Export = {
  exchange: Exchange
  encoding: Encoding
  organizationId: string
  inPlace: LargeExports
  report: (mapped: Mapped) => Promise<void>
}

/** A large export is decompressed once it has its place: 16 KiB of gzip can be 16 MiB. */
async function read(
  map: Signal['map'],
  { exchange, encoding, organizationId, inPlace, report }: Export,
): Promise<Mapped> {
  const hold = holdBody(exchange, organizationId)
  const body = await readBody(exchange.request, MAX_BYTES, hold)
  const coding = exchange.request.headers['content-encoding']
  const readAll = (bytes: Buffer): Promise<Mapped> => map(bytes, encoding, contentAsked(exchange))
  const small = await decompressed(body, coding, SMALL_BYTES)
  if (small !== undefined) {
    const mapped = await readAll(small)
    await report(mapped)
    return mapped
  }
  const waiting = waitingBody(exchange)
  const readLarge = async (): Promise<Mapped> => {
    waiting.begin()
    const bytes = await decompressed(body, coding, MAX_BYTES)
    if (bytes === undefined)
      throw new RestError(
        413,
        'payload_too_large',
        `the request is larger than ${MAX_BYTES} bytes decompressed`,
      )
    if (bytes !== body) hold.add(bytes.length)
    return await readAll(bytes)
  }
  return await inPlace(organizationId, waiting.signal, readLarge, report)
}

async function mapSpans(bytes: Buffer, encoding: Encoding, content: Content): Promise<Mapped> {
  const start = () => spanReading(content)
  const { reading, mapped } = await readExport(ExportTraceServiceRequestSchema, bytes, encoding, start)
  await reading.link(mapped.spans)
  return { ...mapped, details: reading.answers.details() }
}

async function mapLogs(bytes: Buffer, encoding: Encoding, content: Content): Promise<Mapped> {
  const start = () => logReading(content)
  return (await readExport(ExportLogsServiceRequestSchema, bytes, encoding, start)).mapped
}

/** What the sender wants to be kept of arguments and results. */
function contentAsked({ request }: Exchange): Content {
  return request.headers[CONTENT_HEADER] === 'full' ? 'kept' : 'hashed'
}

const traces: Signal = {
  map: mapSpans,
  answer: (rest) => ({
    desc: ExportTraceServiceResponseSchema,
    message: create(
      ExportTraceServiceResponseSchema,
      rest && { partialSuccess: { rejectedSpans: rest.count, errorMessage: rest.text } },
    ),
  }),
}

const logs: Signal = {
  map: mapLogs,
  answer: (rest) => ({
    desc: ExportLogsServiceResponseSchema,
    message: create(
      ExportLogsServiceResponseSchema,
      rest && { partialSuccess: { rejectedLogRecords: rest.count, errorMessage: rest.text } },
    ),
  }),
}

/** Returns the part of the answer about items that were not kept. Exporters show it, and MUST NOT send the items again. */
function notKept({ unmapped, malformed }: Mapped): NotKept | undefined {
  const count = unmapped + malformed.length
  if (count === 0) return undefined
  const parts = [
    ...(unmapped > 0 ? [`${unmapped} say nothing of an agent, a model or a tool`] : []),
    ...[...new Set(malformed)].slice(0, 5),
  ]
  return { count: BigInt(count), text: `not kept: ${parts.join('; ')}` }
}

function send(exchange: Exchange, status: number, encoding: Encoding, { desc, message }: Answer): void {
  const json = encoding === 'application/json'
  answer(exchange, status, json ? toJsonString(desc, message) : toBinary(desc, message), encoding)
}

/** Answers an error as a google.rpc.Status. A fault is 503: exporters try again after that, and not after 500. */
function sendError(exchange: Exchange, encoding: Encoding, error: RestError): void {
  const status = error.status === 500 ? 503 : error.status
  const retryAfter = error.retryAfter ?? (status === 503 ? 5 : undefined)
  if (retryAfter !== undefined) exchange.head.push('Retry-After', String(retryAfter))
  if (status === 401) exchange.head.push('WWW-Authenticate', challengeOf(exchange.path))
  const message = create(StatusSchema, { code: RPC_CODES[status] ?? 2, message: error.message })
  send(exchange, status, encoding, { desc: StatusSchema, message })
}

/** The operation of an export, in the form of the REST API's operations. */
export const OPERATION = {
  id: operationOf(SpanService.method.reportSpans),
  permission: 'agent_runs:write',
  addon: undefined,
} as const
const SIGNALS = new Map<string, Signal>([
  ['/otlp/v1/traces', traces],
  ['/otlp/v1/logs', logs],
])
/** Codes of google.rpc.Code. */
const RPC_CODES: { [status: number]: number } = {
  400: 3,
  401: 16,
  403: 7,
  404: 5,
  408: 4,
  413: 8,
  415: 3,
  429: 8,
  503: 14,
}
const MAX_BYTES = LIMITS.batchBodyBytes
const CONTENT_HEADER = 'attestry-content'
