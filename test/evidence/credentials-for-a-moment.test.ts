import { afterAll, beforeAll, expect, test } from 'vitest'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { sha256 } from '../../services/kernel/crypto/digest.ts'
import { mintSecret } from '../../services/kernel/crypto/secrets.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { makePerson } from '../gate/people.ts'
import { controlClient, login } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { oneApprover } from './support/one-approver.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

const write = (text: string, values: unknown[]) => sql(at.databaseUrl, text, values)

test('verify.mjs finds a certification in the name of a person whose session had another’s token for a moment', async () => {
  const { admin, approver, scene, found } = await oneApprover(at)
  const [own, theirs] = [sha256(admin.session), sha256(approver.session)]
  const unused = mintSecret('ats').hash
  const move = (from: Buffer, to: Buffer) =>
    write('update ledger.sessions set token_hash = $2 where token_hash = $1', [from, to])
  await move(own, unused)
  await move(theirs, own)
  const { certification } = await scene.certify(admin)
  await move(own, theirs)
  await move(unused, own)
  expect(certification!.certifiedBy!.id).toBe(approver.id)
  expect(await scene.gate()).toEqual(['pass'])
  expect(await found()).toEqual([
    expect.stringMatching(/^caller_not_allowed: .*certify by user .*, with the token of no session/),
  ])
})

test('verify.mjs finds a person who signed in while the account had the password of another', async () => {
  const { admin, approver, scene, found } = await oneApprover(at)
  const member = await makePerson(at, admin, { role: Role.MEMBER })
  await scene.certify(approver)
  expect(await found()).toEqual([])
  const [before] = await sql<{ password: string }>(
    at.databaseUrl,
    'select password from ledger.users where id = $1',
    [approver.id],
  )
  await write(
    'update ledger.users set password = (select password from ledger.users where id = $2) where id = $1',
    [approver.id, member.id],
  )
  const { status } = await login(at.baseUrl, { email: approver.email, password: member.password })
  await write('update ledger.users set password = $2 where id = $1', [approver.id, before!.password])
  expect(status).toBe(204)
  expect(await found()).toEqual([
    expect.stringMatching(/^caller_not_allowed: .*createSession by user .*, with a password that is not/),
  ])
})

test('verify.mjs finds results that were submitted with another key than that of the caller', async () => {
  const { organization, admin, scene, found } = await oneApprover(at)
  const keys = controlClient(at.baseUrl, KeyService, admin.session)
  const made = await keys.createKey({ name: 'pipeline', permissions: ['evaluations:write'] })
  await scene.result(0.02)
  expect(await found()).toEqual([])
  const [own, theirs] = [sha256(organization.key), sha256(made.secret)]
  const unused = mintSecret('atk').hash
  const move = (from: Buffer, to: Buffer) =>
    write('update ledger.api_keys set hash = $2 where hash = $1', [from, to])
  await move(own, unused)
  await move(theirs, own)
  await scene.result(0.02)
  await move(own, theirs)
  await move(unused, own)
  expect(await found()).toEqual([
    expect.stringMatching(
      new RegExp(`^caller_not_allowed: .*submitEvaluations by api_key ${made.key!.id}, with another key`),
    ),
  ])
})

test('verify.mjs finds an invitation that was accepted with a code from the database', async () => {
  const { admin, found } = await oneApprover(at)
  const accept = async (code: string) => {
    const body = { code, password: 'plum-lantern-granite-74' }
    expect((await call(at.baseUrl, '/api/control/invitation', { body })).status).toBe(200)
  }
  const email = (name: string) => `${name}@moment.example`
  const honest = await admin.users.inviteUser({ email: email('honest'), role: Role.APPROVER })
  await accept(honest.code)
  const { user } = await admin.users.inviteUser({ email: email('invited'), role: Role.APPROVER })
  expect(await found()).toEqual([])
  const planted = mintSecret('ati')
  await write('update ledger.invitations set code_hash = $2 where user_id = $1', [user!.id, planted.hash])
  await accept(planted.secret)
  expect(await found()).toEqual([
    expect.stringMatching(
      /^caller_not_allowed: .*acceptInvitation by user .*, with the code of no invitation/,
    ),
  ])
})
