import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { DIST } from '../../verifier/build.mjs'
import { TestLog, uuid } from './support/log.ts'
import { otherNodes } from './support/other-node.ts'
import { buildPackage } from './support/package.ts'
import { asFile } from './support/run.ts'
import { makeKey } from './support/signer.ts'

/*
 * The second thread is of the same program, and no package can make it say something else. Were it to fail nevertheless, by a fault of the
 * machine or of Node.js, the first thread MUST NOT call a package verified.
 */
const records = Array.from({ length: 60 }, (_, i) => ({ id: uuid(`${i}`), p: 'x'.repeat(300_000) }))
const log = new TestLog()
log.append('x', { assets: records })
const path = asFile(await buildPackage(log, makeKey()), 'long.zip')

/** Runs verify.mjs with this program in the place of the second thread. `send` is as there. */
function withThread(program: string) {
  const stub = `
    const { workerData: { port, count } } = require('node:worker_threads')
    const send = (answer) => {
      port.postMessage(answer)
      Atomics.add(count, 0, 1)
      Atomics.notify(count, 0)
    }
    const lines = (text) => new Uint8Array(Buffer.from('\\0' + text))
    ${program}`
  const preload = asFile(
    Buffer.from(`
      const threads = require('node:worker_threads')
      if (threads.isMainThread) {
        const { Worker } = threads
        let begun = 0
        threads.Worker = class extends Worker {
          constructor(_, options) {
            super(${JSON.stringify(stub)}, { ...options, eval: true })
            begun++
          }
        }
        require('node:module').syncBuiltinESMExports()
        process.on('exit', () => { if (begun !== 1) process.exitCode = 99 })
      }`),
    'stub.cjs',
  )
  const { status, stdout } = spawnSync(otherNodes()[0]!, ['--require', preload, DIST, '--json', path], {
    timeout: 300_000,
    encoding: 'utf8',
  })
  return { status, report: JSON.parse(stdout) }
}

const answering = (answer: string) =>
  `port.on('message', ({ id, sequence, isOver }) => { if (sequence) { ${answer} } })`

test.each([
  ['ends at once', 'process.exit(0)'],
  ['throws when it is asked', answering('throw new Error("out of order")')],
  ['says that there is nothing', answering('send({ id })')],
  ['sends nothing that is a message', answering('send(null)')],
  ['sends text', answering('send("chunk")')],
  ['answers another sequence, and ends', answering('send({ id: id + 7 }); process.exit(0)')],
  ['sends a chunk without bytes', answering('send({ id, chunk: { file: "x" } })')],
  ['sends an empty chunk', answering('send({ id, chunk: { bytes: lines(""), file: "x" } }); send({ id })')],
  [
    'sends a line of nothing',
    answering('send({ id, chunk: { bytes: lines("{}\\n"), file: "x" } }); send({ id })'),
  ],
  [
    'sends a line that does not end',
    answering('send({ id, chunk: { bytes: lines("{}"), file: "x" } }); send({ id })'),
  ],
  [
    'sends hashes of another length',
    answering(
      'send({ id, chunk: { bytes: lines("{}\\n"), file: "x", hashes: new Uint8Array(3) } }); send({ id })',
    ),
  ],
  [
    'sends hashes that are none',
    answering('send({ id, chunk: { bytes: lines("{}\\n"), file: "x", hashes: "x" } }); send({ id })'),
  ],
  ['sends a failure that nobody knows', answering('send({ id, failure: { code: "verified", detail: "" } })')],
  ['sends a failure that is a text', answering('send({ id, failure: "out of order" })')],
])('verify.mjs verifies nothing with a second thread that %s', (_, program) => {
  const { status, report } = withThread(program)
  expect([1, 2]).toContain(status)
  expect(report.exit_code).toBe(status)
  expect(['rejected', 'error']).toContain(report.result)
  expect(report.verdict).toMatch(/^(NOTHING VERIFIED|REJECTED)/)
  expect(report.failures).toHaveLength(1)
})
