import { expect, test } from 'vitest'
import type { AnyValue } from '../../proto/gen/opentelemetry/proto/common/v1/common_pb.ts'
import type { Attributes } from './attributes.ts'
import { otherAnswers } from './other-answers.ts'

const attributes = (pairs: { [name: string]: string }): Attributes =>
  new Map(
    Object.entries(pairs).map(([name, value]) => [
      name,
      {
        $typeName: 'opentelemetry.proto.common.v1.AnyValue',
        value: { case: 'stringValue', value },
      } satisfies AnyValue,
    ]),
  )
const asked = (requested: string, answered: string) =>
  attributes({ 'gen_ai.request.model': requested, 'gen_ai.response.model': answered })

test.each([
  ['gpt-4o', 'gpt-4o', true],
  ['gpt-4o', 'gpt-4o-2024-08-06', true],
  ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022', true],
  ['claude-3-5-sonnet', 'claude-3-5-sonnet@20240620', true],
  ['anthropic.claude-3-haiku', 'anthropic.claude-3-haiku-20240307-v1:0', true],
  ['gemini-1.5-pro', 'gemini-1.5-pro-002', true],
  ['gpt-4o', 'gpt-4o-mini', false],
  ['gpt-4o', 'gpt-4o-mini-2024-07-18', false],
  ['gpt-4', 'gpt-4o', false],
  ['gpt-4', 'gpt-4.1', false],
  ['gpt-4', 'gpt-4-0613', true],
  ['gpt-4', 'gpt-4-32k', false],
  ['gemini-1.5-flash', 'gemini-1.5-flash-8b', false],
  ['claude-sonnet-4', 'claude-sonnet-4-20250514', true],
  ['claude-sonnet-4', 'claude-sonnet-4-5-20250929', false],
  ['my-deployment', 'gpt-4o', false],
  ['-latest', 'anything', false],
  ['gpt-4o', 'GPT-4o', false],
  ['gpt-4o', 'gpt-4o-2024\n', false],
])('requested %s and answered by %s is the same model: %s', (requested, answered, same) => {
  const answers = otherAnswers()
  answers.add(asked(requested, answered), '01')
  expect(Object.keys(answers.details())).toEqual(same ? [] : [expect.stringContaining('answered_by_another')])
})

test('each pair of models is named once, with its number of spans and the first trace', () => {
  const answers = otherAnswers()
  answers.add(asked('a', 'b'), '01')
  answers.add(asked('a', 'b'), '02')
  answers.add(asked('a', 'a-001'), '03')
  answers.add(attributes({ 'ai.model.id': 'a', 'ai.response.model': 'c' }), '04')
  expect(answers.details()).toEqual({
    answered_by_another: [
      { requested: 'a', answered: 'b', spans: 2, trace_id: '01' },
      { requested: 'a', answered: 'c', spans: 1, trace_id: '04' },
    ],
  })
})

test('a span that names one model only is not counted', () => {
  const answers = otherAnswers()
  answers.add(attributes({ 'gen_ai.response.model': 'b' }), '01')
  answers.add(attributes({ 'gen_ai.request.model': 'b' }), '01')
  expect(answers.details()).toEqual({})
})

test('too many pairs, and names that no record may have, are left out and marked', () => {
  const many = otherAnswers()
  for (let i = 0; i < 30; i++) many.add(asked('a', `b${i}`), '01')
  expect(many.details().answered_by_another).toHaveLength(20)
  expect(many.details().more_answered_by_another).toBe(true)
  for (const answered of ['x'.repeat(5000), 'b\0', 'b\ud800']) {
    const answers = otherAnswers()
    answers.add(asked('a', answered), '01')
    expect(answers.details()).toEqual({ more_answered_by_another: true })
  }
})
