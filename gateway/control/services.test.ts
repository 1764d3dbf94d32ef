import type { DescMethod } from '@bufbuild/protobuf'
import { expect, test } from 'vitest'
import { accessOf } from '../../services/kernel/identity/access.ts'
import { OPERATIONS } from '../operations/index.ts'
import { isControl } from './rpcs.ts'
import { CONTROL_SERVICES } from './services.ts'

const methods = CONTROL_SERVICES.flatMap((service) => service.methods)
const isLimited = (method: DescMethod) => accessOf(method).limitedConcurrency
const nameOf = ({ name }: DescMethod) => name

test('every RPC open to people that lists, counts or summarizes shares the places for reads of many rows', () => {
  const reads = methods.filter(isControl).filter(({ name }) => /^(List|Count|Summarize)/.test(name))
  expect(reads.length).toBeGreaterThan(30)
  expect(reads.filter((method) => !isLimited(method)).map(nameOf)).toEqual([])
  expect(methods.filter(isLimited).map(nameOf).sort()).toEqual(
    [...reads.map(nameOf), 'GetMetricSeries'].sort(),
  )
})

test('every REST operation with pages shares them, and no other', () => {
  const paged = OPERATIONS.filter(({ query }) => query !== undefined && 'limit' in query.shape)
  expect(paged.length).toBeGreaterThan(5)
  expect(OPERATIONS.filter(({ limitedConcurrency }) => limitedConcurrency)).toEqual(paged)
})
