import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Load } from './load.ts'

/**
 * Sends requests at a steady rate, whether or not earlier ones are answered. Returns how long each took in milliseconds, shortest
 * first. The time of a request begins when the request was due, so that the requests that a stalled server holds up count too.
 *
 * @throws Error when any answer has another status than the expected one
 */
export async function latencies(
  { url, method, headers = {}, body, expect }: Load & { body: string },
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 256 })
  const sent = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...headers }
  const one = (due: number): Promise<number> =>
    new Promise((resolve, reject) => {
      const request = http.request(url, { method, agent, headers: sent }, (response) => {
        response.once('end', () => {
          if (response.statusCode === expect) resolve(performance.now() - due)
          else reject(new Error(`${method} ${url}: ${response.statusCode}`))
        })
        response.once('error', reject).resume()
      })
      request.once('error', reject).end(body)
    })
  const started = performance.now()
  const answers: Promise<number>[] = []
  for (let n = 0; n < perSecond * seconds; ) {
    const due = started + (n * 1000) / perSecond
    if (due > performance.now()) await sleep(1)
    else {
      answers.push(one(due))
      n += 1
    }
  }
  const times = await Promise.all(answers)
  agent.destroy()
  return times.sort((a, b) => a - b)
}
