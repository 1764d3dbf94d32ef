import { expect, test } from 'vitest'
import { descriptorLimit } from '../../../services/kernel/transport/limits/descriptor-limit.ts'
import { withinDescriptors } from './descriptors.ts'

const CONFIGURED = { total: 10_000, perAddress: 1000 }

test.each([
  [undefined, CONFIGURED],
  [1_048_576, CONFIGURED],
  [13_334, CONFIGURED],
  [13_332, { total: 9999, perAddress: 1000 }],
  [4096, { total: 3072, perAddress: 768 }],
  [1024, { total: 768, perAddress: 192 }],
])('connections leave file descriptors for everything else: of %s', (descriptors, limits) => {
  expect(withinDescriptors(CONFIGURED, descriptors)).toEqual(limits)
})

test('a configured limit that fits is kept', () => {
  const few = { total: 100, perAddress: 90 }
  expect(withinDescriptors(few, 1024)).toEqual(few)
})

test.runIf(process.platform === 'linux')('the process’s file descriptor limit is read', () => {
  expect(descriptorLimit()).toBeGreaterThan(63)
})
