import { expect } from 'vitest'

/*
 * Bytes are compared as memory. Vitest lists the names of their properties, one a byte, which takes a second for each megabyte.
 * Each worker loads this once.
 */
expect.addEqualityTesters([
  (one: unknown, other: unknown) =>
    one instanceof Uint8Array && other instanceof Uint8Array && one.constructor === other.constructor
      ? Buffer.compare(one, other) === 0
      : undefined,
])
