import { type DescField, type DescMethod, getOption, ScalarType } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { access } from '../../proto/gen/attestry/common/v1/access_pb.ts'
import { IncidentAttachmentSchema } from '../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { accessOf } from '../../services/kernel/identity/access.ts'
import { OPERATIONS } from '../operations/index.ts'
import type { Operation } from '../operations/operation.ts'
import { isControl } from './rpcs.ts'
import { CONTROL_SERVICES } from './services.ts'

const methods = CONTROL_SERVICES.flatMap((service) => service.methods)
const isLimited = (method: DescMethod) => accessOf(method).limitedConcurrency
const nameOf = ({ name }: DescMethod) => name
const LIMIT = 'their `access` option has to say `limited_concurrency: true`'

test('exactly the RPCs for people that answer many rows, figures over them, or an attachment have limited_concurrency', () => {
  const reads = methods.filter(isControl).filter(isLarge)
  expect(reads.length).toBeGreaterThan(30)
  expect(methods.filter(isLimited).map(nameOf).sort(), LIMIT).toEqual(reads.map(nameOf).sort())
})

/** By its name, or by an answer that says whether there is more, or has an attachment with its bytes. */
function isLarge({ name, output }: DescMethod): boolean {
  const has = (which: (field: DescField) => boolean) => output.fields.some(which)
  if (/^(List|Count|Summarize)/.test(name) || has((field) => field.name === 'more')) return true
  return (
    has(({ message }) => message?.typeName === IncidentAttachmentSchema.typeName) &&
    has(({ scalar }) => scalar === ScalarType.BYTES)
  )
}

test('every REST operation with pages has limited concurrency, and no other', () => {
  const idsOf = (which: (operation: Operation) => boolean) => OPERATIONS.filter(which).map(({ id }) => id)
  const paged = idsOf(({ query }) => query !== undefined && 'limit' in query.shape)
  expect(paged.length).toBeGreaterThan(5)
  expect(
    idsOf(({ limitedConcurrency }) => limitedConcurrency),
    LIMIT,
  ).toEqual(paged)
})

test('every_role is used exactly for the RPCs that all four roles may call', () => {
  const open = methods.filter((method) => getOption(method, access).everyRole)
  expect(open.length).toBeGreaterThan(50)
  for (const method of open)
    expect([nameOf(method), [...accessOf(method).control].sort()]).toEqual([nameOf(method), [1, 2, 3, 4]])
  expect(methods.filter((method) => getOption(method, access).control.length > 3).map(nameOf)).toEqual([])
})
