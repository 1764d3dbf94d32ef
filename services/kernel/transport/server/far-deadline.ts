import { MAX_TIMER_MS } from '../../values/time.ts'

/**
 * Removes a deadline that is more than 24 days away: a timer of Node.js cannot wait longer, and would end at once. Some gRPC
 * clients send `99999999H` where there is no deadline.
 */
export function withoutFarDeadline(header: Headers): Headers {
  const [, count, unit = ''] = GRPC.exec(header.get('grpc-timeout') ?? '') ?? []
  if (Number(count) * MILLISECONDS[unit]! > MAX_TIMER_MS) header.delete('grpc-timeout')
  const connect = header.get('connect-timeout-ms') ?? ''
  if (/^\d{1,10}$/.test(connect) && Number(connect) > MAX_TIMER_MS) header.delete('connect-timeout-ms')
  return header
}

const GRPC = /^(\d{1,8})([HMS])$/
const MILLISECONDS: { [unit: string]: number } = { H: 3_600_000, M: 60_000, S: 1000 }
