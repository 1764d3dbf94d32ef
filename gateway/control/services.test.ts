import { type DescMethod, getOption } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { access } from '../../proto/gen/attestry/common/v1/access_pb.ts'
import { accessOf } from '../../services/kernel/identity/access.ts'
import { OPERATIONS } from '../operations/index.ts'
import type { Operation } from '../operations/operation.ts'
import { isControl } from './rpcs.ts'
import { CONTROL_SERVICES } from './services.ts'

const methods = CONTROL_SERVICES.flatMap((service) => service.methods)
const isLimited = (method: DescMethod) => accessOf(method).limitedConcurrency
const nameOf = ({ name }: DescMethod) => name
const LIMIT = 'their `access` option has to say `limited_concurrency: true`'

test('every RPC for people that lists, counts or summarizes, and that of attachments, has limited_concurrency', () => {
  const reads = methods.filter(isControl).filter(({ name }) => /^(List|Count|Summarize)/.test(name))
  expect(reads.length).toBeGreaterThan(30)
  expect(reads.filter((method) => !isLimited(method)).map(nameOf), LIMIT).toEqual([])
  expect(methods.filter(isLimited).map(nameOf).sort()).toEqual(
    [...reads.map(nameOf), 'GetIncidentAttachment', 'GetMetricSeries'].sort(),
  )
})

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
