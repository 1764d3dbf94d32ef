import type { Timestamp } from '@bufbuild/protobuf/wkt'
import { InvalidArgumentError } from 'commander'
import { parseRfc3339 } from '../../../services/kernel/values/rfc3339.ts'
import { timestamp } from '../../../services/kernel/values/time.ts'

/** Reads an option's value as an instant (RFC 3339). */
export function instant(value: string): Timestamp {
  const at = parseRfc3339(value)
  if (at === undefined) throw new InvalidArgumentError('It must be a time such as 2026-11-22T10:00:00Z.')
  return timestamp(at)
}
