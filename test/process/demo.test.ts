import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the demo runs to its end, and every step answers as expected', async () => {
  const main = fileURLToPath(new URL('../demo/main.ts', import.meta.url))
  const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
    execFile(process.execPath, [main], { maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? error.signal), output: `${stdout}${stderr}` }),
    )
  })
  expect(output).toContain('Every step answered as it should.')
  expect(output).not.toContain('✗')
  for (const shown of [
    ...['filed late, and shown as late', 'the final report is due one month after', 'a mail to the CISO'],
    ...[
      'the signature is right',
      'the filing holds the hash of this document',
      'derives the obligations again',
    ],
  ])
    expect(output).toContain(shown)
  expect(code).toBe(0)
})
