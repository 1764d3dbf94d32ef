import { expect, test } from 'vitest'
import { checkProfile, type ProfileState } from './profile.ts'

const profile: ProfileState = {
  orgId: '018f0000-0000-7000-8000-000000000001',
  id: '018f0000-0000-7000-8000-000000000002',
  systemId: '018f0000-0000-7000-8000-000000000003',
  agentIdentity: 'bot',
  tools: [],
  modelName: 'gpt-x',
  modelVersion: '2026-01',
  promptVersion: 'p1',
  version: 1,
  createdAt: new Date(0),
}

test('a profile may document 500 tools, and a longer list is refused without checking its entries', () => {
  const tools = Array.from({ length: 500 }, (_, i) => `tool ${i}`)
  expect(() => checkProfile({ ...profile, tools })).not.toThrow()
  const many = Array.from({ length: 100_000 }, (_, i) => `\0${i}`)
  expect(() => checkProfile({ ...profile, tools: many })).toThrow('tools: must have at most 500 entries')
})

test('a tool’s name has 1 to 200 characters without NUL', () => {
  for (const tool of ['', 'x'.repeat(201), 'a\0b']) {
    expect(() => checkProfile({ ...profile, tools: [tool] })).toThrow(/^tools: must/)
  }
})
