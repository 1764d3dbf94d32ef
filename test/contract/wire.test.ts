import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { ADDRESSED, someAddress } from './support/caller.ts'
import { send } from './support/http.ts'
import { insideOneWindow } from './support/window.ts'
import { bodyOf, exchangesIn, expectLike, messageOf, requestOf } from './support/wire-text.ts'

const here = import.meta.dirname
const files = readdirSync(here).filter((name) => name.endsWith('.http.txt'))

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ env: ADDRESSED })
})
afterAll(() => at.stop())

test('the directory of wire tests is not empty', () => {
  expect(files.length).toBeGreaterThan(0)
})

describe.each(files)('%s', (file) => {
  const known = new Map<string, string>()
  beforeAll(async () => {
    await insideOneWindow()
    const { id, makeKey, revokeKey, admin } = await at.another()
    const { system } = await createClient(SystemService, at.composition.transports.gate).createSystem(
      { name: 'Support assistant' },
      sessionCaller('createSystem', admin.session, systemClock),
    )
    const key = await makeKey({ rateLimit: 600 })
    const readOnly = await makeKey({ permissions: ['incidents:read'] })
    const single = await makeKey({ rateLimit: 1 })
    const revoked = await makeKey({})
    for (const [name, value] of Object.entries({
      organization: id,
      system: system!.id,
      key: key.key,
      key_id: key.id,
      read_only_key: readOnly.key,
      one_call_key: single.key,
      revoked_key: revoked.key,
      other_key: at.organization.key,
    }))
      known.set(name, value)
    await revokeKey(revoked.id)
  })

  for (const { title, line, request, answer } of exchangesIn(readFileSync(join(here, file), 'utf8'))) {
    test(`${title} (line ${line})`, async () => {
      const asked = requestOf(request, known)
      const [method = '', target = ''] = asked.start.split(' ')
      const given = await send(at.baseUrl, {
        method,
        target,
        headers: [someAddress(), ...asked.headers],
        body: asked.body === '' ? undefined : asked.body,
      })
      const wanted = messageOf(answer)
      expect(String(given.status), given.text).toBe(wanted.start)
      for (const [name, value] of wanted.headers) {
        expectLike(given.headers[name.toLowerCase()], value, known, name)
      }
      expectLike(given.body, bodyOf(wanted.body), known, `body of test/contract/${file}:${line}`)
    })
  }
})
