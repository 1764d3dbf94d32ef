import { expect, onTestFinished, test, vi } from 'vitest'
import { NotStopped } from '../../../services/kernel/concurrency/stop-all.ts'
import { thenStop } from './then-stop.ts'

test('the result of a command, and its error, are kept where a part does not stop', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => written.mockRestore())
  const late = () => Promise.reject(new NotStopped(['ledger']))
  expect(await thenStop(async () => 'shown once', late)).toBe('shown once')
  const failing = () => Promise.reject(new Error('refused'))
  await expect(thenStop(failing, () => Promise.reject(new Error('no answer')))).rejects.toThrow('refused')
  expect(written.mock.calls.flat()).toEqual([
    'attestry: not stopped in time: ledger\n',
    'attestry: no answer\n',
  ])
})
