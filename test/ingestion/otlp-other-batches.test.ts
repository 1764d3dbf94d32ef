import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { otlpScene } from './otlp-scene.ts'
import { span, storedOf, typesOf } from './otlp-support.ts'

const scene = otlpScene()
const { send } = scene

test('spans resent in other batches, with or without spans between them, add no event', async () => {
  const agent = `batched ${randomBytes(4).toString('hex')}`
  const [trace, root, http, call, decision] = [16, 8, 8, 8, 8].map((n) => randomBytes(n).toString('hex'))
  const between = span(trace!, http!, root!, 1, [['http.request.method', 'POST']])
  const calls = [
    span(trace!, call!, http!, 2, [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', 'search'],
    ]),
    span(trace!, decision!, http!, 3, [
      ['attestry.decision', 'approve'],
      ['gen_ai.tool.name', 'search'],
    ]),
  ]
  const of = span(trace!, root!, '', 1, [
    ['gen_ai.operation.name', 'invoke_agent'],
    ['gen_ai.agent.name', agent],
  ])
  await send([between, ...calls, of])
  const first = typesOf((await storedOf(scene.tenant, agent)).events)
  expect(first.map(([type]) => type).sort()).toEqual(['approval', 'tool_call'])
  for (const batch of [[...calls, of], calls, [between, ...calls, of]]) await send(batch)
  expect(typesOf((await storedOf(scene.tenant, agent)).events)).toEqual(first)
})

test('two spans of one call in two batches are one event and one occurrence', async () => {
  const agent = `two spans ${randomBytes(4).toString('hex')}`
  const systemId = await scene.tenant.system(agent)
  await scene.tenant.profile(systemId, agent, { tools: ['search'], modelName: 'model' })
  const [trace, root, call, inner, step] = [16, 8, 8, 8, 8].map((n) => randomBytes(n).toString('hex'))
  const agentSpan = (id: string, parent: string) =>
    span(trace!, id, parent, 1, [
      ['gen_ai.operation.name', 'invoke_agent'],
      ['gen_ai.agent.name', agent],
    ])
  const erase = (id: string, parent: string) =>
    span(trace!, id, parent, 2, [
      ['gen_ai.operation.name', 'execute_tool'],
      ['gen_ai.tool.name', 'erase'],
    ])
  await send([agentSpan(root!, '')])
  await send([erase(inner!, call!)])
  await send([erase(call!, step!), agentSpan(step!, root!)])
  expect(typesOf((await storedOf(scene.tenant, agent)).events).map(([, tool]) => tool)).toEqual(['erase'])
  const [count] = await scene.tenant.sql<{ occurrences: string }>(
    'select occurrences from ingestion.finding_subjects where org_id = $1 and ai_system_id = $2',
    [scene.tenant.organization.id, systemId],
  )
  expect(Number(count!.occurrences)).toBe(1)
})
