import { call } from './rest.ts'

/** Returns how many requests the gateway works on, without the request that asks. */
export async function inFlightAt(baseUrl: string): Promise<number> {
  const { text } = await call(baseUrl, '/metrics')
  return Number(/^attestry_http_requests_in_flight (\d+)$/m.exec(text)?.[1]) - 1
}
