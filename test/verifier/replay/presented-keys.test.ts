import { expect, test } from 'vitest'
import { type TestLog, uuid } from '../support/log.ts'
import { logOf, replayed } from '../support/replayed.ts'

test('the replay requires that a named key is that of the record, which no call changes', async () => {
  const key = { id: uuid('key'), version: 1, permissions: ['evaluations:write'], credential_sha256: 'a' }
  const made = (change: object) => (log: TestLog) =>
    log.append('createKey', { 'api-keys': [{ ...key, ...change }] })
  const submit = (credential_sha256: string) => (log: TestLog) =>
    log.append(
      'submitEvaluations',
      {},
      { actor: { id: key.id, kind: 'api_key', name: 'a' }, details: { credential_sha256 } },
    )
  expect(await replayed(logOf(made({}), submit('a')))).toBe('PASS')
  expect(await replayed(logOf(made({}), submit('b')))).toBe('caller_not_allowed')
  expect(await replayed(logOf(made({ credential_sha256: undefined }), submit('b')))).toBe('PASS')
  const updated = (operation: string) => (log: TestLog) =>
    log.append(operation, { 'api-keys': [{ ...key, version: 2, credential_sha256: 'b' }] })
  expect(await replayed(logOf(made({}), updated('updateKey')))).toBe('caller_not_allowed')
  expect(await replayed(logOf(made({}), updated('recordFound')))).toBe('PASS')
})
