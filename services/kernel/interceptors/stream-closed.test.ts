import { Code, createClient } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { EvidenceService } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { createLog } from '../logging/log.ts'
import { inProcessTransport } from '../transport/in-process.ts'
import { errors } from './guard.ts'
import { errorMapper } from './map-error.ts'
import { streamClosed } from './stream-closed.ts'

const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

test('a connection that another peer has reset during a stream is a failure of the call, and logged', async () => {
  const lines: string[] = []
  const write = (line: string): boolean => lines.push(line) > 0
  const mapError = errorMapper(createLog({}, { write } as NodeJS.WritableStream))
  const transport = inProcessTransport(
    (sink) => {
      sink.service(EvidenceService, {
        async *exportEvidence() {
          yield {}
          throw reset
        },
      })
    },
    [errors(mapError)],
  )
  const reading = Array.fromAsync(createClient(EvidenceService, transport).exportEvidence({}))
  await expect(reading).rejects.toMatchObject({ code: Code.Internal })
  expect(lines.join('')).toContain('call failed')
})

test('the error of a stream whose caller has left is Aborted', () => {
  const { signal } = new AbortController()
  expect(streamClosed(reset, signal)).toBe(reset)
  expect(streamClosed(reset, AbortSignal.abort())).toMatchObject({ code: Code.Aborted, cause: reset })
})
