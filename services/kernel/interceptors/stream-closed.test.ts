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

test.each(['ECONNRESET', 'ECANCELED', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'])(
  'the error %s of a stream whose caller has left is Aborted',
  (code) => {
    const error = Object.assign(new Error(code), { code })
    expect(streamClosed(error, new AbortController().signal)).toBe(error)
    expect(streamClosed(error, AbortSignal.abort())).toMatchObject({ code: Code.Aborted, cause: error })
  },
)
