import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { fastify } from 'fastify'
import pg from 'pg'
import { BARE_ID } from './bare-id.ts'

/**
 * The reference: the fastest service that an engineer would reasonably write instead. It has Fastify, JSON.parse, and one insert
 * into the same columns, and no key, quota, audit or validation. Runs as a process of its own: node bare.ts <database url>.
 */
const pool = new pg.Pool({ connectionString: process.argv[2], max: 16 })
const app = fastify({ bodyLimit: 16 * 1024 * 1024 })
const insertInto = (table: string) =>
  `insert into bare.${table} (org_id, id, version, entry_id, position, record) values ($1, $2, $3, $4, $5, $6)`

app.post('/incidents', async (request, reply) => {
  const record = {
    ...(request.body as object),
    id: randomUUID(),
    status: 'open',
    created_at: new Date().toISOString(),
  }
  await pool.query({
    name: 'incident',
    text: insertInto('incidents'),
    values: [BARE_ID, record.id, 1, randomUUID(), 0, JSON.stringify(record)],
  })
  reply.code(201)
  return record
})

app.post<{ Params: { run: string } }>('/runs/:run/events', async (request, reply) => {
  const { events } = request.body as { events: { seq: number; payload: object }[] }
  const data = events.map((event) => {
    const { payload, ...rest } = event
    const payloadHash = createHash('sha256').update(JSON.stringify(payload)).digest('hex')
    return { ...rest, id: randomUUID(), payload_hash: payloadHash, created_at: new Date().toISOString() }
  })
  const entry = randomUUID()
  await pool.query({
    name: 'events',
    text: `insert into bare.events (org_id, id, version, entry_id, position, record, run_id, seq)
      select $1, e.id, 1, $2, e.n, e.record, $3, e.seq
      from unnest($4::uuid[], $5::text[], $6::bigint[]) with ordinality as e (id, record, seq, n)`,
    values: [
      BARE_ID,
      entry,
      request.params.run,
      data.map((event) => event.id),
      data.map((event, i) => JSON.stringify({ ...event, payload: events[i]!.payload })),
      data.map((event) => event.seq),
    ],
  })
  reply.code(201)
  return { created: data.length, data }
})

app.get<{ Params: { system: string } }>('/gate/:system', async (request) => {
  const { system } = request.params
  const one = (table: string, column: string) =>
    pool.query({
      name: table,
      text: `select ${column} from bare.${table} where org_id = $1 and system_id = $2`,
      values: [BARE_ID, system],
    })
  const suite = (await one('suites', 'suite')).rows[0].suite
  const certification = (await one('certifications', 'certification')).rows[0].certification
  const decision = suite.version === certification.version ? 'pass' : 'block'
  const answer = {
    decision,
    decision_id: randomUUID(),
    ai_system_id: system,
    decided_at: new Date().toISOString(),
  }
  const values = [
    BARE_ID,
    answer.decision_id,
    1,
    randomUUID(),
    0,
    JSON.stringify({ ...answer, suite, certification }),
  ]
  await pool.query({ name: 'decision', text: insertInto('decisions'), values })
  return answer
})

await app.register(async (webhook) => {
  webhook.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  webhook.post('/webhook', async (request, reply) => {
    const raw = request.body as Buffer
    const header = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(request.headers['x-service-signature']))
    const expected = createHmac('sha256', process.argv[3] ?? '')
      .update(`${header?.[1]}.`)
      .update(raw)
      .digest()
    if (header === null || !timingSafeEqual(expected, Buffer.from(header[2]!, 'hex'))) {
      reply.code(401)
      return {}
    }
    const record = {
      ...JSON.parse(raw.toString('utf8')),
      id: randomUUID(),
      created_at: new Date().toISOString(),
    }
    await pool.query({
      name: 'delivery',
      text: insertInto('incidents'),
      values: [BARE_ID, record.id, 1, randomUUID(), 0, JSON.stringify(record)],
    })
    reply.code(201)
    return { received: true }
  })
})

await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify(app.server.address())}\n`)
