import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import http from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { isLocal } from '../../gateway/metrics/surface.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ shape: 'one' })
})
afterAll(() => at.stop())

/** The value of a sample by its line's beginning, or 0. */
function value(text: string, sample: string): number {
  const line = text.split('\n').find((line) => line.startsWith(`${sample} `))
  return Number(line?.slice(sample.length + 1) ?? 0)
}
const scrape = async () => (await call(at.baseUrl, '/metrics')).text

test('the metrics count and time requests by operation and status, never by path or key', async () => {
  const { key } = at.organization
  const created = await call(at.baseUrl, '/api/v1/incidents', {
    key,
    body: { title: 'Counted', severity: 'low' },
  })
  await call(at.baseUrl, `/api/v1/incidents/${created.body.id}`, { key })
  await call(at.baseUrl, '/api/v1/incidents', { key, body: {} })
  await call(at.baseUrl, '/api/v1/nothing/secret-path', { key })
  await call(at.baseUrl, '/healthz')
  const text = await scrape()
  const requests = (operation: string, status: number) =>
    value(text, `attestry_http_requests_total{operation="${operation}",status="${status}"}`)
  expect(requests('createIncident', 201)).toBe(1)
  expect(requests('createIncident', 400)).toBe(1)
  expect(requests('getIncident', 200)).toBe(1)
  expect(requests('unknownOperation', 404)).toBe(1)
  expect(requests('/healthz', 200)).toBe(1)
  expect(value(text, 'attestry_http_request_duration_seconds_count{operation="createIncident"}')).toBe(2)
  expect(value(text, 'attestry_http_requests_in_flight')).toBe(1)
  for (const hidden of [key, created.body.id, 'secret-path', at.organization.id])
    expect(text).not.toContain(hidden)
})

test('every call adds one audit entry, and the metrics measure batches', async () => {
  // The first signature registers its key, which is an audit entry of its own: it MUST NOT fall between two measurements.
  const keys = async () => (await call(at.baseUrl, '/.well-known/attestry/keys.json')).body.keys
  await expect.poll(keys).toHaveLength(1)
  const before = await scrape()
  for (let i = 0; i < 5; i++) await call(at.baseUrl, '/api/v1/assets', { key: at.organization.key })
  const after = await scrape()
  const grown = (sample: string) => value(after, sample) - value(before, sample)
  expect(grown('attestry_audit_entries_total')).toBe(5)
  expect(grown('attestry_group_commit_batch_size_sum{batch="record calls"}')).toBe(5)
  expect(grown('attestry_group_commit_batch_size_sum{batch="admit"}')).toBe(5)
})

test('/metrics is Prometheus text with help, types and the metrics of Node.js', async () => {
  const answer = await call(at.baseUrl, '/metrics')
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  for (const name of [
    'attestry_build_info',
    'attestry_http_requests_total',
    'nodejs_eventloop_lag_seconds',
  ]) {
    expect(answer.text).toContain(`# HELP ${name} `)
    expect(answer.text).toContain(`# TYPE ${name} `)
  }
  const own = [...answer.text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!])
  for (const [name, type] of own) {
    expect(name).toMatch(/^(attestry|nodejs|process)_[a-z0-9_]+$/)
    if (type === 'counter' && name!.startsWith('attestry_')) expect(name).toMatch(/_total$/)
  }
})

test('/metrics has every metric and label of the alert rules', async () => {
  const rules = readFileSync(new URL('../../deploy/prometheus/alerts.yaml', import.meta.url), 'utf8')
  await call(at.baseUrl, '/api/v1/assets', { key: at.organization.key })
  const text = await scrape()
  const named = [...text.matchAll(/^# TYPE (\w+)|(\w+)="/gm)].flatMap((match) => match.slice(1))
  const own = new Set(['up', 'job', 'instance', ...named])
  const { groups } = parse(rules) as { groups: { rules: { alert: string; expr: string }[] }[] }
  for (const { alert, expr } of groups.flatMap((group) => group.rules)) {
    const words = expr.replaceAll(/"[^"]*"|\[\w+\]/g, ' ').match(/\b[a-z]\w*/g) ?? []
    const names = words.filter((word) => !PROMQL.has(word))
    expect(names.length, alert).toBeGreaterThan(0)
    for (const name of names) expect(own, alert).toContain(name.replace(/_(?:bucket|sum|count)$/, ''))
  }
})

test('/metrics on the gateway’s port answers only this machine, and no proxy on it', async () => {
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'forwarded',
    'via',
    'x-real-ip',
  ]) {
    const proxied = await call(at.baseUrl, '/metrics', { headers: { [name]: 'attestry.example' } })
    expect([name, proxied.status]).toEqual([name, 404])
  }
  expect((await call(at.baseUrl, '/metrics', { body: {} })).status).toBe(404)
  const from = (remoteAddress: string) => isLocal({ socket: { remoteAddress } as never, headers: {} })
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(from)).toEqual([true, true, true])
  expect(['10.0.0.1', '::ffff:10.0.0.1', '203.0.113.9', ''].map(from)).toEqual([false, false, false, false])
})

test('the metrics port serves /metrics and nothing else', async () => {
  const { listenForMetrics } = await import('../../gateway/metrics/listen.ts')
  const { createMetrics } = await import('../../gateway/metrics/metrics.ts')
  const metrics = createMetrics()
  const port = await listenForMetrics('127.0.0.1:0', metrics, [])
  try {
    const url = `http://127.0.0.1:${port.port}`
    expect(await (await fetch(`${url}/metrics`)).text()).toContain('attestry_build_info')
    expect((await fetch(`${url}/api/v1/incidents`)).status).toBe(404)
    await expect(listenForMetrics(`127.0.0.1:${port.port}`, metrics, [])).rejects.toThrow('cannot listen on')
  } finally {
    await port.close()
    metrics.close()
  }
})

test('the metrics port beyond loopback answers to its own names and to those that the operator adds', async () => {
  const { listenForMetrics } = await import('../../gateway/metrics/listen.ts')
  const { createMetrics } = await import('../../gateway/metrics/metrics.ts')
  const { readAllowedHosts } = await import('../../gateway/config.ts')
  const metrics = createMetrics()
  const names = readAllowedHosts({
    ATTESTRY_ALLOWED_HOSTS: 'collector.internal, Attestry.Monitoring.Svc',
    ATTESTRY_BASE_URL: 'https://attestry.example/',
  })
  const port = await listenForMetrics('0.0.0.0:0', metrics, names)
  try {
    const statusTo = async (host: string): Promise<number> => {
      const request = http.get({ port: port.port, path: '/metrics', headers: { Host: host } })
      const [response] = (await once(request, 'response')) as [http.IncomingMessage]
      response.resume()
      return response.statusCode!
    }
    const own = ['10.0.0.7:9090', '[fd00::7]', 'localhost', 'collector.internal:9090']
    for (const host of [...own, 'attestry.monitoring.svc', 'attestry.example'])
      expect(await statusTo(host), host).toBe(200)
    for (const host of ['evil.example', 'collector.internal.evil.example', '10.0.0.7.evil.example'])
      expect(await statusTo(host), host).toBe(403)
  } finally {
    await port.close()
    metrics.close()
  }
})

test('the metrics show how many entries wait for the log, and how long the first has waited', async () => {
  const holder = new pg.Client({ connectionString: at.databaseUrl })
  await holder.connect()
  try {
    await holder.query('select pg_advisory_lock(7244010)')
    const body = { title: 'waits for its place', severity: 'low' }
    await call(at.baseUrl, '/api/v1/incidents', { key: at.organization.key, body })
    const lag = async () => value(await scrape(), 'attestry_log_queue_oldest_seconds')
    await expect.poll(lag).toBeGreaterThan(1)
    expect(value(await scrape(), 'attestry_log_queue_entries')).toBeGreaterThan(0)
  } finally {
    await holder.end()
  }
  const entries = async () => value(await scrape(), 'attestry_log_queue_entries')
  await expect.poll(entries).toBe(0)
})

/** The words of Prometheus itself that the rules use. */
const PROMQL: ReadonlySet<string> = new Set([
  'and',
  'by',
  'deriv',
  'histogram_quantile',
  'max',
  'rate',
  'sum',
])
