import { randomUUID } from 'node:crypto'
import { fastify } from 'fastify'
import pg from 'pg'

/**
 * The reference: the quickest honest thing an engineer would write instead. Fastify, JSON.parse, one insert into the
 * same columns; no key, no quota, no audit, no validation. Run as a process of its own: node bare.ts <database url>.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = fastify({ bodyLimit: 16 * 1024 * 1024 })
const ORG = '018f0000-0000-7000-8000-000000000001'

app.post('/incidents', async (request, reply) => {
  const body = request.body as Record<string, unknown>
  const id = randomUUID()
  const record = { ...body, id, organization_id: ORG, status: 'open', created_at: new Date().toISOString() }
  await pool.query({
    name: 'incident',
    text: 'insert into bare.incidents (org_id, id, version, entry_id, position, record) values ($1, $2, $3, $4, $5, $6)',
    values: [ORG, id, 1, randomUUID(), 0, JSON.stringify(record)],
  })
  reply.code(201)
  return record
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify(app.server.address())}\n`)
