import { expect, test } from 'vitest'
import { warnOfUnknownVariables } from './variables.ts'

test('a misspelt setting is named when a process starts', () => {
  const named: unknown[] = []
  const log = { warn: (fields: unknown) => named.push(fields) }
  warnOfUnknownVariables({ ATTESTRY_LOG_LEVL: 'debug', ATTESTRY_LOG_LEVEL: 'debug', PORT: '1' }, log)
  expect(named).toEqual([{ variable: 'ATTESTRY_LOG_LEVL' }])
})
