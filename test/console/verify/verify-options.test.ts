import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { timestampQuery, tokenIn } from '../../../services/ledger/statements/time-stamps/query.ts'
import { readQuorum, readWitnesses } from '../../../verifier/src/witnesses/cosignatures.mjs'
import { makeAuthority } from '../../harness/timestamp-authority.ts'
import { eventfulLog } from '../../verifier/support/honest.ts'
import { keySetText } from '../../verifier/support/key-set.ts'
import { type TestLog, uuid } from '../../verifier/support/log.ts'
import { buildPackage } from '../../verifier/support/package.ts'
import { logOf } from '../../verifier/support/replayed.ts'
import { asFile } from '../../verifier/support/run.ts'
import { makeKey } from '../../verifier/support/signer.ts'
import { tamper } from '../../verifier/support/tamper.ts'
import { makeWitness } from '../../verifier/support/witness.ts'
import { unpack } from '../../verifier/support/zip.ts'
import { due, openVerifyingPage, type VerifyingPage } from '../support/verifying.ts'

const VERSIONS = {
  ...{ ai_system_id: uuid('s'), model_name: 'm', model_version: '1', prompt_version: '1' },
  ...{ version: 1, opened_trigger: null },
}
const log = eventfulLog()
const key = makeKey()
const good = await buildPackage(log, key)

let verifying: VerifyingPage
beforeAll(async () => {
  verifying = await openVerifyingPage()
})
afterAll(() => verifying?.close())

test('verify.html requires witnesses’ cosignatures as the command does', async () => {
  const [one, two] = [makeWitness('one.example/w'), makeWitness('two.example/w')]
  const note = unpack(good).get('log/checkpoint')!.toString()
  const cosigned = await buildPackage(log, key, { cosignatures: [one.cosign(note)] })
  const pin = [key.kid]
  for (const [keys, quorum] of [
    [[one.key], undefined],
    [[one.key, two.key], undefined],
    [[one.key, two.key], '1'],
  ] as const) {
    const witnesses = readWitnesses([...keys])
    const options = { pin, cosigned: { witnesses, quorum: readQuorum(quorum, witnesses) } }
    const asked = { pin: key.kid, witnesses: [...keys], ...(quorum === undefined ? {} : { quorum }) }
    expect(await verifying.resultOf(cosigned, asked)).toEqual(await due(cosigned, options))
  }
  expect((await verifying.resultOf(cosigned, { pin: key.kid, witnesses: [two.key] })).failures[0]).toMatch(
    /^witness_quorum/,
  )
  expect((await verifying.resultOf(cosigned, { witnesses: ['no key'] })).failures[0]).toMatch(/^usage/)
  expect((await verifying.resultOf(cosigned, { witnesses: [one.key], quorum: '2' })).failures[0]).toMatch(
    /^usage/,
  )
})

test('verify.html reads no other file in the place of the package, whatever its name is', async () => {
  const names = { package: 'previous: p.zip', previous: 'p.zip', keys: 'p.zip' }
  const damaged = Buffer.from(good)
  damaged[damaged.length - 1]! ^= 1
  const keys = Buffer.from(keySetText([key.published]))
  const asked = { pin: key.kid, previous: good, keys, names }
  expect(await verifying.resultOf(damaged, asked)).toEqual(await due(damaged, { pin: [key.kid] }))
})

test('verify.html requires a time-stamp of the checkpoint as the command does', async () => {
  const [own, other] = [
    makeAuthority(join(verifying.directory, 'own'), { rsa: true }),
    makeAuthority(join(verifying.directory, 'other')),
  ]
  const { query, nonce } = timestampQuery(unpack(good).get('log/checkpoint')!.toString())
  const stamped = await tamper(
    good,
    (files) => files.set('log/timestamps/01.tst', tokenIn(own.reply(query), nonce)!),
    key,
  )
  for (const [bytes, authority] of [
    [stamped, own],
    [stamped, other],
    [good, own],
  ] as const) {
    const asked = { pin: key.kid, authority: readFileSync(authority.root) }
    expect(await verifying.resultOf(bytes, asked)).toEqual(
      await due(bytes, { pin: [key.kid], tsa: [authority.root] }),
    )
  }
  expect(await verifying.browser.page.locator('#failures').textContent()).toContain('timestamp_missing')
  const noCertificate = { pin: key.kid, authority: Buffer.from('x') }
  expect((await verifying.resultOf(stamped, noCertificate)).failures[0]).toMatch(/^usage/)
})

test('verify.html demands a replay, through several earlier packages and with more memory, as the command does', async () => {
  const pin = [key.kid]
  const [first, second, last] = [
    await buildPackage(log, key, { treeSize: 2 }),
    await buildPackage(log, key, { treeSize: 4, first: 2 }),
    await buildPackage(log, key, { first: 4, earlier: [2, 4] }),
  ]
  const paths = [second, first].map((bytes, i) => asFile(bytes, `${i}.zip`))
  const whole = await due(last, { pin, requireReplay: true, previous: paths })
  expect(whole).toMatchObject({ verdict: 'VERIFIED', exit: 'As exit code: 0' })
  const asked = { pin: key.kid, requireReplay: true }
  expect(await verifying.resultOf(last, { ...asked, previous: [second, first] })).toEqual(whole)
  const checkpoint = unpack(second).get('log/checkpoint')!
  const short = await due(first, { pin, checkpoint: asFile(checkpoint, 'checkpoint') })
  expect(short.exit).toBe('As exit code: 1')
  expect(await verifying.resultOf(first, { pin: key.kid, checkpoint })).toEqual(short)
  const lacking = await due(last, { pin, requireReplay: true, previous: asFile(second) })
  expect(lacking).toMatchObject({ verdict: 'INTACT, NOT REPLAYED', exit: 'As exit code: 6' })
  expect(await verifying.resultOf(last, { ...asked, previous: second })).toEqual(lacking)

  const tools = Array.from({ length: 500 }, (_, i) => `tool ${i} `.padEnd(200, 'x'))
  const profile = (i: number) => ({ ...VERSIONS, id: uuid(`p${i}`), agent_identity: `${i}`, tools })
  const filled = await buildPackage(
    logOf((log) => [0, 1, 2, 3].map((i) => log.append('createProfile', { 'agent-profiles': [profile(i)] }))),
    key,
  )
  for (const memory of ['1', '8'])
    expect(await verifying.resultOf(filled, { ...asked, memory })).toEqual(
      await due(filled, { pin, requireReplay: true, memory: Number(memory) }),
    )
})

test('verify.html refuses times that run backwards, or remarks on them if allowed, as the command does', async () => {
  const at = (time: string) => (log: TestLog) => log.append('x', {}, { at: `2026-01-02T${time}:00.000Z` })
  const signedAt = new Date('2026-01-02T09:00:00.000Z')
  const bytes = await buildPackage(logOf(at('06:00'), at('04:00')), key, { signedAt })
  const pin = [key.kid]
  const refused = await verifying.resultOf(bytes, { pin: key.kid })
  expect(refused).toEqual(await due(bytes, { pin }))
  expect(refused.failures[0]).toMatch(/^time_order/)
  const allowed = await verifying.resultOf(bytes, { pin: key.kid, allowClockSteps: true })
  expect(allowed).toEqual(await due(bytes, { pin, allowClockSteps: true }))
  expect(allowed).toMatchObject({ verdict: 'VERIFIED', remarks: 1 })
})
