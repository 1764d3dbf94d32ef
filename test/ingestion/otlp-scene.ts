import { afterAll, beforeAll } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { keyValues, postGzip } from './otlp-support.ts'
import { type Tenant, tenantOf } from './support.ts'

/** An installation for a test file, and an organization that reports telemetry with its key. */
type OtlpScene = {
  at: TestInstallation
  tenant: Tenant
  /** Sends an export of `traces` or `logs`. */
  post(signal: string, body: object): ReturnType<typeof postGzip>
  /** Sends spans of a service in one export. */
  send(spans: object[], service?: string): ReturnType<typeof postGzip>
}

export function otlpScene(): OtlpScene {
  const scene = {
    post: (signal, body) =>
      postGzip(
        `${scene.at.baseUrl}/otlp/v1/${signal}`,
        { authorization: `Bearer ${scene.tenant.organization.key}` },
        body,
      ),
    send: (spans, service = 'agents') => {
      const resource = { attributes: keyValues([['service.name', service]]) }
      return scene.post('traces', { resourceSpans: [{ resource, scopeSpans: [{ spans }] }] })
    },
  } as OtlpScene
  beforeAll(async () => {
    scene.at = await bootInstallation()
    scene.tenant = tenantOf(scene.at)
  })
  afterAll(() => scene.at.stop())
  return scene
}
