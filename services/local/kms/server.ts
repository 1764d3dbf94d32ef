import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { coalescingMessage } from '../../kernel/bodies/coalescing-message.ts'
import { joinedPieces } from '../../kernel/bodies/joined-pieces.ts'
import { type Clock, systemClock } from '../../kernel/clock.ts'
import { isObject } from '../../kernel/json/is-object.ts'
import { KmsError } from './errors.ts'
import { type Fault, type Faults, raise } from './faults.ts'
import type { Input } from './input.ts'
import type { KeyStore } from './keys.ts'
import { operations } from './operations.ts'
import { type Expected, verifySigV4 } from './sigv4.ts'

/** Serves the AWS JSON 1.1 protocol: POST / with `X-Amz-Target: TrentService.<Operation>`, every call signed. */
export function kmsServer(options: KmsServerOptions): Server {
  return createServer(
    { requestTimeout: 10_000, IncomingMessage: coalescingMessage() },
    (request, response) => {
      answer(request, options).then(
        (output) => output && send(response, 200, output),
        (error: unknown) => {
          const known =
            error instanceof KmsError ? error : new KmsError('KMSInternalException', 'internal error')
          if (known !== error) options.log?.(`local KMS: ${String(error)}`)
          send(response, known.status, { __type: known.type, message: known.message })
        },
      )
    },
  )
}

/** Returns null where the call gets no answer (the fault `hang`). */
async function answer(request: IncomingMessage, options: KmsServerOptions): Promise<object | null> {
  const { credentials, region, keys, clock = systemClock, faults } = options
  const body = await readBody(request)
  if (request.method !== 'POST' || request.url !== '/')
    throw new KmsError('UnknownOperationException', 'Only POST / is served')
  const now = clock.now()
  await verifySigV4(
    { method: request.method, headers: request.headersDistinct, body },
    { ...credentials, region, service: 'kms', now },
  )
  const target = /^TrentService\.([A-Za-z]+)$/.exec(String(request.headers['x-amz-target'] ?? ''))?.[1] ?? ''
  const operation = Object.hasOwn(operations, target) ? operations[target] : undefined
  if (!operation)
    throw new KmsError('UnknownOperationException', `${target || 'No operation'} is not supported`)
  const fault: Fault | null = faults?.(target) ?? null
  if (fault === 'hang') return null
  raise(fault)
  return operation(parse(body), { keys, now, fault })
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const pieces = joinedPieces()
  let length = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > MAX_BODY) throw new KmsError('SerializationException', `The body exceeds ${MAX_BODY} bytes`)
    pieces.add(chunk)
  }
  return pieces.join()
}

function parse(body: Buffer): Input {
  let value: unknown
  try {
    value = JSON.parse(body.toString() || '{}')
  } catch {
    value = null
  }
  if (!isObject(value)) throw new KmsError('SerializationException', 'The body is not a JSON object')
  return value
}

function send(response: ServerResponse, status: number, output: object): void {
  const text = JSON.stringify(output)
  response.writeHead(status, {
    'content-type': 'application/x-amz-json-1.1',
    'content-length': Buffer.byteLength(text),
    'x-amzn-requestid': randomUUID(),
  })
  response.end(text)
}

const MAX_BODY = 64 * 1024

type KmsServerOptions = {
  keys: KeyStore
  credentials: Pick<Expected, 'accessKeyId' | 'secretAccessKey'>
  region: string
  faults?: Faults
  clock?: Clock
  log?: (line: string) => void
}
