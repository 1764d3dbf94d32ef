import { rmSync } from 'node:fs'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { failed, type Planned, type Receiver, SECRET, startReceiver } from './receiver.ts'
import { environment, SENDERS, senderDirectory, skippingPauses } from './senders.ts'

let directory = ''
const receivers: Receiver[] = []
beforeAll(() => {
  directory = senderDirectory()
})
afterAll(async () => {
  for (const receiver of receivers) await receiver.close()
  rmSync(directory, { recursive: true, force: true })
})

for (const [name, send, possible] of SENDERS) {
  describe.skipIf(!possible).concurrent(name, () => {
    const go = async (plan: Planned[] = []) => {
      const receiver = await startReceiver(plan)
      receivers.push(receiver)
      const ran = await send(directory, receiver.url)
      if ((ran.stdout + ran.stderr).includes(SECRET)) throw new Error('the secret was printed')
      return { ...ran, calls: receiver.calls }
    }

    test('a script’s signed alert is accepted by Stripe’s verifier and by ours', async ({ expect }) => {
      const { calls, ...ran } = await go()
      expect(ran).toMatchObject({ code: 0, stdout: '' })
      expect(calls).toMatchObject([{ ours: true, stripes: true, contentType: 'application/json' }])
    })

    test('a script waits for Retry-After after a 429, and repeats the signature on a retry', async ({
      expect,
    }) => {
      const { code, calls } = await go([failed(429, { 'retry-after': '2' }), 'hang up'])
      expect(code).toBe(0)
      expect(calls).toHaveLength(3)
      const [first, second, last] = calls
      expect(second!.at - first!.at).toBeGreaterThanOrEqual(1990)
      // A signature older than 20 seconds (on a machine that was suspended) is renewed.
      if (last!.at - first!.at < 15_000) expect(new Set(calls.map((call) => call.signature)).size).toBe(1)
    })

    test('a script sends its first signature beside the new one of a late retry', async ({ expect }) => {
      const receiver = await startReceiver(['hang up'])
      receivers.push(receiver)
      const own = senderDirectory()
      const { code } = await send(own, receiver.url, { ...environment(own), ...skippingPauses(own) })
      rmSync(own, { recursive: true })
      const [first, late] = receiver.calls
      expect([code, receiver.calls.length, late!.ours]).toEqual([0, 2, true])
      expect(late!.signature).not.toBe(first!.signature)
      expect([first!.firstSignature, late!.firstSignature]).toEqual([null, first!.signature])
    })

    test('a script retries after 500 and after a page that is not Attestry’s answer', async ({ expect }) => {
      const { code, calls } = await go([failed(500), { status: 200, body: '<html>Welcome</html>' }])
      expect(code).toBe(0)
      expect(calls).toHaveLength(3)
    })

    test('a script exits with 3 and the reason after a refusal or a redirect', async ({ expect }) => {
      for (const planned of [failed(422), failed(307, { location: '/elsewhere' })]) {
        const { code, stderr, calls } = await go([planned])
        expect(code).toBe(3)
        expect(stderr).toMatch(/(?:refused|not delivered): (?:422|307)/)
        expect(calls).toHaveLength(1)
      }
    })
  })
}
