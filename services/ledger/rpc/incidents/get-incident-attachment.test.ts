import { create } from '@bufbuild/protobuf'
import { createContextValues, type HandlerContext } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { CallerSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { GetIncidentAttachmentRequestSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { IncidentAttachmentSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { ListPlace } from '../../../kernel/concurrency/list-places.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { callerKey } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { attachmentRecords } from '../../domain/incidents/attachment.ts'
import { getIncidentAttachment } from './get-incident-attachment.ts'

test('the bytes of an attachment are read once its call has the place of a file of that size', async () => {
  const [id, organizationId] = [mintId(new Date()), mintId(new Date())]
  const bytes = 10_000_000
  const attachment = create(IncidentAttachmentSchema, { id, incidentId: id, name: 'a', bytes })
  const steps: string[] = []
  const left = new AbortController()
  let goOn = (): void => {}
  const place: ListPlace = {
    read: (size) => {
      steps.push(`place for ${size}`)
      return new Promise((resolve) => {
        goOn = resolve
      })
    },
    grew: () => undefined,
    done: () => {},
    signal: left.signal,
  }
  const attachments = {
    find: async () => attachmentRecords.write(organizationId, attachment),
    content: async () => {
      steps.push('read')
      return 'AAAA'
    },
  }
  const values = createContextValues().set(callerKey, create(CallerSchema, { organizationId }))
  const get = getIncidentAttachment({ attachments } as never)
  const call = () => {
    const request = create(GetIncidentAttachmentRequestSchema, { id, attachmentId: id })
    return get(request, { values: values.set(listPlaceKey, place) } as HandlerContext)
  }
  const answer = call()
  await expect.poll(() => steps).toEqual([`place for ${bytes}`])
  goOn()
  expect((await answer).content).toEqual(Buffer.alloc(3))
  expect(steps).toEqual([`place for ${bytes}`, 'read'])
  // A caller that has left meanwhile gets no bytes.
  const late = call()
  await expect.poll(() => steps).toHaveLength(3)
  left.abort(new DOMException('gone', 'AbortError'))
  goOn()
  await expect(late).rejects.toThrow()
  expect(steps).toHaveLength(3)
})
