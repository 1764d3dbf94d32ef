import { expect, test } from 'vitest'
import { agent, at, Scene } from '../support/approval-scene.ts'
import { uuid } from '../support/log.ts'
import { replayed } from '../support/replayed.ts'

/* Approvals beside which more happened than the replay compares. It is then not whole, and finds the difference with more memory. */

test('the replay is not whole where an approval has more overlapping changes than it tries', async () => {
  const wrong = { tools: ['wipe'] }
  const beside = (results: number, options = {}) => {
    const scene = new Scene()
    const before = [scene.result('first', 0.1), scene.result('second', 0.2, 1)]
    for (let i = 0; i < results; i++) scene.result(`r${i}`, 0.1, i % 2, at(i))
    scene.attest({ results: before, ...wrong }, {}, at(1000))
    return replayed(scene.log, {}, options)
  }
  expect(await beside(8)).toBe('input_differs')
  expect(await beside(16)).toBe('NOT CHECKED')
  expect(await beside(16, { requireReplay: true })).toBe('replay_not_checked')
  expect(await beside(16, { memory: 128 })).toBe('input_differs')
})

test('the replay is not whole where more results than it keeps come beside a certification of results of another model', async () => {
  const payload = { agents: [{ agent_identity: 'bot', ...agent, model_name: 'another' }] }
  const beside = (later: number, options = {}) => {
    const scene = new Scene()
    const results = [scene.result('first', 0.1, 0, {}, payload), scene.result('second', 0.2, 1, {}, payload)]
    for (let i = 0; i < later; i++) scene.result(`r${i}`, 0.1, i % 2, at(i))
    scene.certify({ results }, {}, at(1000))
    return replayed(scene.log, {}, options)
  }
  expect(await beside(30)).toBe('input_differs')
  expect(await beside(32)).toBe('NOT CHECKED')
  expect(await beside(32, { memory: 128 })).toBe('input_differs')
})

test('the replay compares reviews up to a total number of characters, and is not whole beyond it', async () => {
  const scene = new Scene()
  const results = [scene.result('first', 0.1), scene.result('second', 0.2, 1)]
  const tools = ['x'.repeat(2_000_000)]
  scene.profile(2, tools)
  for (let i = 0; i < 36; i++) scene.attest({ results, tools }, { id: uuid(`a${i}`) })
  expect(await replayed(scene.log)).toBe('NOT CHECKED')
})
