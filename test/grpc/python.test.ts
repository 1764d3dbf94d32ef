import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { bootInstallation } from '../harness/installation.ts'
import { entriesBy, makeMicroservice } from './support/microservice.ts'

const run = promisify(execFile)
const python = await withGrpc(['python3', '/usr/bin/python3'])
const missing =
  python === undefined ? ' (not run: python3-grpcio and python3-protobuf are not installed)' : ''

test.skipIf(python === undefined)(
  `grpcio of Python calls a service that it knows only by reflection${missing}`,
  async () => {
    const at = await bootInstallation({ shape: 'split' })
    try {
      const { id, token } = await makeMicroservice(at, { name: 'python' })
      const script = join(import.meta.dirname, 'python_client.py')
      const host = new URL(at.urls.ledger!).host
      const { stdout } = await run(python!, [script, host, token, at.organization.id])
      const printed = JSON.parse(stdout)
      expect(printed).toMatchObject({
        created: {
          title: 'From Python',
          severity: 'SEVERITY_HIGH',
          affected_systems: ['a', 'b'],
          is_significant: true,
          status: 'INCIDENT_STATUS_OPEN',
          source: { kind: 'service', id },
        },
        same: true,
        health: '0801',
        no_credential: 'UNAUTHENTICATED',
        empty_title: 'INVALID_ARGUMENT',
        unknown_id: 'NOT_FOUND',
      })
      expect(printed.services).toContain('grpc.health.v1.Health')
      expect((await entriesBy(at, id)).map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
        'createIncident ok',
        'getIncident ok',
        'createIncident refused',
        'getIncident refused',
      ])
    } finally {
      await at.stop()
    }
  },
)

async function withGrpc(candidates: string[]): Promise<string | undefined> {
  for (const candidate of candidates) {
    const found = await run(candidate, ['-c', 'import grpc, google.protobuf']).catch(() => undefined)
    if (found !== undefined) return candidate
  }
  return undefined
}
