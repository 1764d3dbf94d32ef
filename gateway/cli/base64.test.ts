import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** In a process of its own, since it changes a prototype. */
function ran(script: string): unknown {
  const source = `
    import { randomBytes } from 'node:crypto'
    const wire = import.meta.resolve('@bufbuild/protobuf/wire').replace(/index\\.js$/, 'base64-encoding.js')
    const byLetters = await import(wire)
    process.argv = [process.argv[0], 'attestry', '--version']
    await import(${JSON.stringify(new URL('./attestry.mjs', import.meta.url).href)})
    const { toBase64, setFromBase64 } = Uint8Array.prototype
    let calls = 0
    const counted = (method) => function (argument) {
      calls += 1
      return method.call(this, argument)
    }
    Uint8Array.prototype.toBase64 = counted(toBase64)
    Uint8Array.prototype.setFromBase64 = counted(setFromBase64)
    const atOnce = await import(wire + '?again')
    const different = []
    ${script}`
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', source], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  return JSON.parse(printed.trim().split('\n').at(-1)!)
}

test('the command encodes base64 as Protobuf-ES does, in one call', () => {
  const script = `
    for (let length = 0; length < 100; length++)
      for (const encoding of ['std', 'std_raw', 'url']) {
        const bytes = randomBytes(length + 2).subarray(1, length + 1)
        if (atOnce.base64Encode(bytes, encoding) !== byLetters.base64Encode(bytes, encoding)) different.push([length, encoding])
      }
    const padded = toBase64.call(Uint8Array.of(251, 255), { alphabet: 'base64url' })
    console.log(JSON.stringify({ calls, different, padded, plain: toBase64.call(Uint8Array.of(251)) }))`
  expect(ran(script)).toEqual({ calls: 300, different: [], padded: '-_8=', plain: '+w==' })
})

test('the command decodes base64 as Protobuf-ES does, plain texts in one call', () => {
  const script = `
    let plain = 0
    const decoded = (decode, text) => {
      try {
        return Buffer.from(decode(text)).toString('hex')
      } catch (error) {
        return error.message
      }
    }
    const compare = (text) => {
      const [one, other] = [decoded(atOnce.base64Decode, text), decoded(byLetters.base64Decode, text)]
      if (one !== other) different.push([text, one, other])
    }
    for (let length = 0; length < 100; length++) {
      const text = randomBytes(length).toString('base64')
      for (const form of [text, text.replaceAll('=', '')]) {
        compare(form)
        const bytes = new Uint8Array(length)
        const { read, written } = setFromBase64.call(bytes, form)
        if (read === form.length && written === length && Buffer.from(bytes).equals(Buffer.from(text, 'base64'))) plain++
      }
      for (const other of ['-_' + text, text + text, text + '=', text + '\\n', ' ' + text, text + 'A', '=' + text, text + 'ü', text + '\\0'])
        compare(other)
    }
    for (const text of ['A', 'AB', 'AB=', 'AB==', 'ABC', 'ABC=', 'ABC==', 'AB=C', '=', '==', '====', 'A===', 'AAAA=', 'AAAA====', 'AB====', '!'])
      compare(text)
    console.log(JSON.stringify({ different, plain }))`
  expect(ran(script)).toEqual({ different: [], plain: 200 })
})
