import { expect, it } from 'vitest'
import { type Log, silentLog } from '../logging/log.ts'
import { endedWithin, periodically } from './periodically.ts'

it('a periodic run is repeated after each run, also after a failed one, which is logged', async () => {
  const logged: unknown[] = []
  const log = { ...silentLog, warn: (...args: unknown[]) => void logged.push(args) } as Log
  const fault = new Error('no database')
  let runs = 0
  const third = Promise.withResolvers<void>()
  const run = async (): Promise<void> => {
    runs += 1
    if (runs === 1) throw fault
    if (runs === 3) third.resolve()
  }
  const job = periodically({ everyMs: 1, run, log, failed: 'not done' })
  await third.promise
  await job.stop()
  expect(logged).toEqual([[{ err: fault }, 'not done']])
})

it('periodic runs never overlap, and a stop waits for the run', async () => {
  const begun = Promise.withResolvers<AbortSignal>()
  const end = Promise.withResolvers<void>()
  let runs = 0
  const run = async (signal: AbortSignal): Promise<void> => {
    runs += 1
    begun.resolve(signal)
    await end.promise
  }
  const job = periodically({ everyMs: 0, run, log: silentLog, failed: '', atOnce: true })
  const signal = await begun.promise
  let isStopped = false
  const stopped = job.stop().then(() => {
    isStopped = true
  })
  expect(signal.aborted).toBe(true)
  await new Promise(setImmediate)
  expect(isStopped).toBe(false)
  end.resolve()
  await stopped
  expect(runs).toBe(1)
})

it('a stop waits at most its limit for a periodic run that does not end', async () => {
  const begun = Promise.withResolvers<void>()
  const run = (): Promise<never> => {
    begun.resolve()
    return new Promise(() => {})
  }
  const job = periodically({ everyMs: 0, run, log: silentLog, failed: '', atOnce: true, stopMs: 1 })
  await begun.promise
  await job.stop()
})

it('a stop before the first time prevents the periodic run', async () => {
  let runs = 0
  const run = async (): Promise<void> => void runs++
  await periodically({ everyMs: 60_000, run, log: silentLog, failed: '' }).stop()
  expect(runs).toBe(0)
})

it('a wait for work ends with the work, and otherwise after its time', async () => {
  const aDay = 86_400_000
  await endedWithin(aDay, Promise.resolve())
  await expect(endedWithin(aDay, Promise.reject(new Error('no')))).rejects.toThrow('no')
  await endedWithin(1, new Promise(() => {}))
})
