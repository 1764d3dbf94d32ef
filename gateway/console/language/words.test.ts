import { expect, test } from 'vitest'
import { RegimeSchema } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import { choicesOf, listedOf, plural, recordWords, sentence } from './words.ts'

test('record types are shown as words, in singular and plural', () => {
  expect([recordWords('ai-systems', 1), recordWords('ai-systems', 2)]).toEqual(['AI system', 'AI systems'])
  expect(recordWords('webhook-deliveries', 1)).toBe('webhook delivery')
  expect(recordWords('agent-events', 3)).toBe('agent events')
})

test('laws are offered by their full names', () => {
  const laws = choicesOf(RegimeSchema).map(([, label]) => label)
  expect(laws).toContain('CRA, exploited vulnerability')
  expect(laws).toContain('eIDAS, qualified trust service')
})

test('a message becomes a sentence, and a sentence stays as it is', () => {
  expect(sentence('whoever submitted the results may not certify them')).toBe(
    'Whoever submitted the results may not certify them.',
  )
  expect(sentence('"refusal" (toxicity) did not measure the agent')).toBe(
    '"refusal" (toxicity) did not measure the agent.',
  )
  expect(sentence('Submit results that meet it.')).toBe('Submit results that meet it.')
})

test('plural uses the singular for one', () => {
  expect([plural(1, 'entry', 'entries'), plural(0, 'key'), plural(2000n, 'key')]).toEqual([
    '1 entry',
    '0 keys',
    `${(2000).toLocaleString()} keys`,
  ])
})

test('a list is split at commas and line ends, and a recorded entry with a comma stays one', () => {
  const text = 'search, all\nerase, pay\n mail ,'
  expect(listedOf(text, ['search, all', 'erase'])).toEqual(['search, all', 'erase', 'pay', 'mail'])
})
