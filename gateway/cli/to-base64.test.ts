import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a process of its own, since it changes a prototype. */
const SCRIPT = `
  import { randomBytes } from 'node:crypto'
  const wire = import.meta.resolve('@bufbuild/protobuf/wire').replace(/index\\.js$/, 'base64-encoding.js')
  const { base64Encode: byLetters } = await import(wire)
  process.argv = [process.argv[0], 'attestry', '--version']
  await import(${JSON.stringify(new URL('./attestry.mjs', import.meta.url).href)})
  let calls = 0
  const { toBase64 } = Uint8Array.prototype
  Uint8Array.prototype.toBase64 = function (options) {
    calls += 1
    return toBase64.call(this, options)
  }
  const { base64Encode } = await import(wire + '?again')
  const different = []
  for (let length = 0; length < 100; length++)
    for (const encoding of ['std', 'std_raw', 'url']) {
      const bytes = randomBytes(length + 2).subarray(1, length + 1)
      if (base64Encode(bytes, encoding) !== byLetters(bytes, encoding)) different.push([length, encoding])
    }
  const padded = toBase64.call(Uint8Array.of(251, 255), { alphabet: 'base64url' })
  console.log(JSON.stringify({ calls, different, padded, plain: toBase64.call(Uint8Array.of(251)) }))`

test('the command’s base64 equals that of Protobuf-ES, in one call', () => {
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', SCRIPT], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  const last = JSON.parse(printed.trim().split('\n').at(-1)!)
  expect(last).toEqual({ calls: 300, different: [], padded: '-_8=', plain: '+w==' })
})
