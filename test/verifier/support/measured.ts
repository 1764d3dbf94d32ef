import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { DIST } from '../../../verifier/build.mjs'
import { otherNodes } from './other-node.ts'
import { asFile, temporary } from './run.ts'

export const MIB = 1024 * 1024

/**
 * Runs the verifier in a process of its own. Returns its verdict, its peak memory in bytes, and the length in characters of the
 * longest text that it parsed.
 */
export function measured(bytes: Buffer) {
  const used = temporary('used')
  const preload = asFile(
    Buffer.from(
      `const { parse } = JSON
      let longest = 0
      JSON.parse = (text, ...rest) => {
        longest = Math.max(longest, String(text).length)
        return parse(text, ...rest)
      }
      process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(used)},
        JSON.stringify({ memory: process.resourceUsage().maxRSS, longest })))`,
    ),
    'measure.cjs',
  )
  const run = spawnSync(
    otherNodes()[0]!,
    ['--require', preload, DIST, '--json', asFile(bytes, 'large.zip')],
    {
      encoding: 'utf8',
      maxBuffer: MIB,
    },
  )
  const report = JSON.parse(run.stdout)
  const { memory, longest } = JSON.parse(readFileSync(used, 'utf8'))
  const replay: string = report.steps[8].status
  return { code: report.failures[0]?.code ?? 'verified', replay, bytes: memory * 1024, longest }
}
