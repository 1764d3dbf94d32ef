import { call } from './rest.ts'

/** How many requests the gateway works on, without the one that asks. */
export async function inFlightAt(baseUrl: string): Promise<number> {
  const { text } = await call(baseUrl, '/metrics')
  return Number(/^attestry_http_requests_in_flight (\d+)$/m.exec(text)?.[1]) - 1
}
