import { createClient } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { LogService } from '../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { bootWebhook, from } from './support/boot.ts'
import { nowSeconds, send } from './support/send.ts'

test('the log has every webhook call, and its receipts match every record and delivery', async () => {
  const { at, admin } = await bootWebhook()
  const endpoint = await admin.make()
  const t = nowSeconds()
  const post = (body: string, options = {}) =>
    send(at.baseUrl, endpoint, body, { t, headers: from(), ...options })
  expect(
    (await post('{"title":"a \\" \\\\ \u2028","external_id":"\\"outcome\\":\\"created\\""}')).status,
  ).toBe(201)
  expect((await post('{"title":"b","external_id":"\\"outcome\\":\\"created\\""}')).status).toBe(200)
  expect((await post('{"title":"c"}')).status).toBe(201)
  expect((await post('{"title":"c"}')).status).toBe(200)
  expect((await post('{}')).status).toBe(422)
  expect((await post('{}', { secret: 'whsec_wrong' })).status).toBe(401)
  await admin.rotate(endpoint.id)
  await admin.revoke(endpoint.id)
  const log = createClient(LogService, at.composition.transports.ledger)
  const verified = async () => {
    const { ok, problems, size } = await log.verifyLog({}, admin.as('verifyLog'))
    return { ok, problems: problems.map(({ message }) => message), grown: size >= 11n }
  }
  await expect.poll(verified).toEqual({ ok: true, problems: [], grown: true })
  await at.stop()
})
