import { test } from 'vitest'
import { attackedServer } from '../exhaustion/support/attacked.ts'
import {
  anonymousBodies,
  bursts,
  idleConnections,
  pipelining,
  slowReaders,
} from '../exhaustion/support/attacks.ts'
import { expectHeld, measure } from '../exhaustion/support/measured.ts'

const attacked = attackedServer()

test('under all attacks at once the process stays below 1 GB and answers others', async () => {
  const { served, keys } = attacked
  const { baseUrl } = served
  expectHeld(
    await measure(served, keys.other, async () => {
      await Promise.all([
        pipelining(baseUrl, { rounds: 40 }),
        idleConnections(baseUrl, { connections: 1200 }),
        anonymousBodies(baseUrl, { connections: 300 }),
        bursts(baseUrl, { connections: 150 }),
        slowReaders(baseUrl, keys.attacker, { readers: 60 }),
      ])
    }),
  )
})
