import { Registry } from 'prom-client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createMetrics } from './metrics.ts'

test('scrapes that come together share one exposition, which has what was counted before them', async () => {
  const made = vi.spyOn(Registry.prototype, 'metrics')
  const metrics = createMetrics()
  onTestFinished(() => {
    made.mockRestore()
    metrics.close()
  })
  await metrics.text()
  metrics.began()('getIncident', 200)
  const scrapes = await Promise.all(Array.from({ length: 50 }, () => metrics.text()))
  expect(new Set(scrapes).size).toBe(1)
  expect(scrapes[0]!.body).toContain('attestry_http_requests_total{operation="getIncident",status="200"} 1')
  expect(made).toHaveBeenCalledTimes(2)
})
