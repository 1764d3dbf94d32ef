import { create, createFileRegistry, fromBinary, toBinary } from '@bufbuild/protobuf'
import { FileDescriptorProtoSchema, FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { Metadata } from '@grpc/grpc-js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  Health,
  HealthCheckRequestSchema,
  HealthCheckResponseSchema,
  HealthCheckResponse_ServingStatus as Serving,
} from '../../proto/gen/grpc/health/v1/health_pb.ts'
import {
  ServerReflectionRequestSchema,
  ServerReflectionResponseSchema,
} from '../../proto/gen/grpc/reflection/v1/reflection_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import type { Directory } from '../../services/kernel/identity/directory.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { startService } from '../../services/kernel/service.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { status, stub } from './support/stub.ts'

let at: TestInstallation
let ledger: ReturnType<typeof stub>
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  ledger = stub(at.urls.ledger!)
})
afterAll(async () => {
  ledger.close()
  await at.stop()
})

const { check } = Health.method

describe('grpc.health.v1', () => {
  test.each(['', 'attestry.ledger.v1.IncidentService', 'attestry.ledger.v1.AdmissionService'])(
    'Check of %j without a credential: SERVING',
    async (service) => {
      const { code, message } = await ledger.unary(check, { service })
      expect(code).toBe(status.OK)
      expect(message!.status).toBe(Serving.SERVING)
    },
  )

  test('Check of an unknown service: NOT_FOUND', async () => {
    expect((await ledger.unary(check, { service: 'nothing.v1' })).code).toBe(status.NOT_FOUND)
  })

  test('Watch sends the current state at once, SERVICE_UNKNOWN for an unknown service, and ends at its deadline', async () => {
    expect(await watch('')).toEqual({ seen: [Serving.SERVING], code: status.DEADLINE_EXCEEDED })
    expect((await watch('nothing.v1')).seen).toEqual([Serving.SERVICE_UNKNOWN])
  })

  test.each(['', 'nothing.v1'])(
    'Watch of %j that the server ends at its deadline says so',
    async (service) => {
      const timeout = new Metadata()
      timeout.set('grpc-timeout', '300m')
      expect((await watched(service, timeout)).code).toBe(status.DEADLINE_EXCEEDED)
    },
  )
})

test('unauthenticated health checks at the same time share one check of the service, and those that follow each other pause', async () => {
  let asked = 0
  let held = Promise.withResolvers<void>()
  const running = await startService({
    name: 'ledger',
    cfg: { listen: { host: '127.0.0.1', port: 0 }, serverTls: undefined },
    routes: () => {},
    directory: {} as Directory,
    clock: systemClock,
    log: silentLog,
    ready: async () => {
      asked += 1
      await held.promise
      if (asked === 1) throw new Error('not yet')
    },
    stop: async () => {},
  })
  const client = stub(running.url!)
  for (const expected of [Serving.NOT_SERVING, Serving.SERVING]) {
    const before = asked
    held = Promise.withResolvers()
    const answers = Promise.all(Array.from({ length: 50 }, () => client.unary(check, {})))
    // Once this is answered, what was asked before it on the same connection has arrived.
    await client.unary(check, { service: 'nothing.v1' })
    held.resolve()
    expect(new Set((await answers).map(({ message }) => message!.status))).toContain(expected)
    expect(asked - before).toBeLessThan(10)
  }
  const [before, began] = [asked, performance.now()]
  for (let n = 0; n < 4; n++) await client.unary(check, {})
  // The first of them waited for a part of a pause, each of the others for a whole one.
  expect(performance.now() - began).toBeGreaterThan((asked - before - 1) * 95)
  client.close()
  await running.destroy()
})

describe.each(['grpc.reflection.v1', 'grpc.reflection.v1alpha'])('%s', (version) => {
  test('lists every service, itself and health included', async () => {
    const { messageResponse } = await ask(version, { case: 'listServices', value: '' })
    const names = (messageResponse.value as { service: { name: string }[] }).service.map(({ name }) => name)
    expect(names).toContain('attestry.ledger.v1.IncidentService')
    expect(names).toContain('grpc.health.v1.Health')
    expect(new Set(names).size).toBe(names.length)
  })

  test.each([
    ['fileContainingSymbol', 'attestry.ledger.v1.IncidentService'],
    ['fileContainingSymbol', 'attestry.ledger.v1.IncidentService.CreateIncident'],
    ['fileContainingSymbol', 'attestry.ledger.v1.Incident'],
    ['fileByFilename', 'attestry/ledger/v1/incidents.proto'],
  ] as const)('%s of %s gives files that a client can be built from', async (kind, value) => {
    const { messageResponse } = await ask(version, { case: kind, value })
    const { fileDescriptorProto } = messageResponse.value as { fileDescriptorProto: Uint8Array[] }
    const file = fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes))
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: file.reverse() }))
    const service = registry.getService('attestry.ledger.v1.IncidentService')!
    expect(service.method.createIncident!.input.field.title!.number).toBe(1)
  })

  test('finds every extension of a message, and its file with all imports', async () => {
    const containingType = 'google.protobuf.MethodOptions'
    const { messageResponse } = await ask(version, {
      case: 'allExtensionNumbersOfType',
      value: containingType,
    })
    expect(messageResponse).toMatchObject({
      case: 'allExtensionNumbersResponse',
      value: { baseTypeName: containingType, extensionNumber: [ACCESS] },
    })
    const value = { containingType, extensionNumber: ACCESS }
    const found = (await ask(version, { case: 'fileContainingExtension', value })).messageResponse
    const { fileDescriptorProto } = found.value as { fileDescriptorProto: Uint8Array[] }
    const file = fileDescriptorProto.map((bytes) => fromBinary(FileDescriptorProtoSchema, bytes))
    const registry = createFileRegistry(create(FileDescriptorSetSchema, { file: file.reverse() }))
    expect(registry.getExtension('attestry.common.v1.access')?.number).toBe(ACCESS)
    for (const question of [
      { case: 'allExtensionNumbersOfType', value: 'nothing.v1.Nothing' },
      { case: 'fileContainingExtension', value: { containingType, extensionNumber: 1 } },
    ] as const)
      expect((await ask(version, question)).messageResponse).toMatchObject({
        case: 'errorResponse',
        value: { errorCode: status.NOT_FOUND },
      })
  })

  test('gives every file that a service needs by its own name', async () => {
    const walked = new Set<string>()
    const walk = async (value: string): Promise<void> => {
      walked.add(value)
      const { messageResponse } = await ask(version, { case: 'fileByFilename', value })
      const { fileDescriptorProto } = messageResponse.value as { fileDescriptorProto: Uint8Array[] }
      const { name, dependency } = fromBinary(FileDescriptorProtoSchema, fileDescriptorProto[0]!)
      expect(name).toBe(value)
      for (const one of dependency) if (!walked.has(one)) await walk(one)
    }
    await walk('attestry/ledger/v1/incidents.proto')
    expect(walked).toContain('google/protobuf/descriptor.proto')
    expect(walked).toContain('buf/validate/validate.proto')
  })

  test('answers NOT_FOUND for an unknown symbol or file, and keeps the stream open', async () => {
    for (const kind of ['fileContainingSymbol', 'fileByFilename'] as const) {
      const { messageResponse } = await ask(version, { case: kind, value: 'nothing.v1.Nothing' })
      expect(messageResponse).toMatchObject({ case: 'errorResponse', value: { errorCode: status.NOT_FOUND } })
    }
  })
})

/** The number of the option that says who may call a method (proto/attestry/common/v1/access.proto). */
const ACCESS = 50001

type Question =
  | {
      case: 'listServices' | 'fileContainingSymbol' | 'fileByFilename' | 'allExtensionNumbersOfType'
      value: string
    }
  | { case: 'fileContainingExtension'; value: { containingType: string; extensionNumber: number } }

function ask(version: string, messageRequest: Question) {
  const stream = ledger.client.makeBidiStreamRequest(
    `/${version}.ServerReflection/ServerReflectionInfo`,
    (message: Uint8Array) => Buffer.from(message),
    (bytes: Buffer) => fromBinary(ServerReflectionResponseSchema, bytes),
    new Metadata(),
    { deadline: Date.now() + 120_000 },
  )
  return new Promise<ReturnType<typeof fromBinary<typeof ServerReflectionResponseSchema>>>(
    (resolve, reject) => {
      stream.on('data', resolve)
      stream.on('error', reject)
      stream.write(
        toBinary(ServerReflectionRequestSchema, create(ServerReflectionRequestSchema, { messageRequest })),
      )
      stream.end()
    },
  )
}

/** Watches until the deadline. On a busy machine a short one passes before the first answer: then with a longer one. */
async function watch(service: string, deadlineMs = 700): Promise<Watched> {
  const answer = await watched(service, new Metadata(), { deadline: Date.now() + deadlineMs })
  return answer.seen.length > 0 ? answer : watch(service, deadlineMs * 10)
}

type Watched = { seen: Serving[]; code: status }

function watched(service: string, metadata: Metadata, options: { deadline?: number } = {}): Promise<Watched> {
  const request = create(HealthCheckRequestSchema, { service })
  const stream = ledger.client.makeServerStreamRequest(
    '/grpc.health.v1.Health/Watch',
    (message: typeof request) => Buffer.from(toBinary(HealthCheckRequestSchema, message)),
    (bytes: Buffer) => fromBinary(HealthCheckResponseSchema, bytes),
    request,
    metadata,
    options,
  )
  const seen: Serving[] = []
  return new Promise((resolve) => {
    stream.on('data', (answer) => seen.push(answer.status))
    stream.on('error', () => {})
    stream.on('status', ({ code }) => resolve({ seen, code }))
  })
}
