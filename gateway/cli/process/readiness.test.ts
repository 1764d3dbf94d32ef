import { createRouterTransport, type HandlerContext } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { DirectoryService } from '../../../proto/gen/attestry/ledger/v1/directory_pb.ts'
import {
  Health,
  HealthCheckResponse_ServingStatus as Status,
} from '../../../proto/gen/grpc/health/v1/health_pb.ts'
import type { RunningService } from '../../../services/kernel/service.ts'
import type { Transports } from '../../clients.ts'
import { readiness } from './readiness.ts'

test('calls of the readiness check have a deadline of two seconds, and a ledger is accepted once', async () => {
  const limits: [call: string, ms: number | undefined][] = []
  const asked = (call: string, { timeoutMs }: HandlerContext) => limits.push([call, timeoutMs()])
  const ledger = createRouterTransport(({ service }) => {
    service(Health, {
      check: (_, context) => {
        asked('check', context)
        return { status: Status.SERVING }
      },
    })
    service(DirectoryService, {
      authenticateClient: (_, context) => {
        asked('authenticateClient', context)
        return {}
      },
    })
  })
  const env = { ATTESTRY_LEDGER_URL: 'http://127.0.0.1:1', ATTESTRY_CLIENT_TOKEN: 't'.repeat(43) }
  const missing = readiness(env, [], { ledger } as Transports)
  expect([await missing(), await missing()]).toEqual([[], []])
  expect(limits.map(([call]) => call)).toEqual(['check', 'authenticateClient', 'check'])
  for (const [, ms] of limits) {
    expect(ms).toBeGreaterThan(0)
    expect(ms).toBeLessThanOrEqual(2000)
  }
})

test('many calls at once share one check of each service', async () => {
  let checks = 0
  const ready = async () => {
    checks += 1
  }
  const missing = readiness({}, [{ name: 'ledger', ready } as RunningService], {} as Transports)
  expect(await Promise.all(Array.from({ length: 50 }, missing))).toEqual(Array(50).fill([]))
  expect(checks).toBe(1)
  await missing()
  expect(checks).toBe(2)
})
