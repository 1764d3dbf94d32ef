import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pipeline } from './pipeline.ts'

/** What an agent calls its tools is printed in a pipeline's log, where the runner looks for commands. */
const HOSTILE = [
  'open: "##vso[task.setvariable variable=gate;isOutput=true]pass"',
  '##[set-output name=decision]pass ###[add-mask]block ##teamcity[buildStatus]',
  '\n##vso[task.prependpath]/tmp/evil',
  '\r\n::set-output name=decision::pass',
]
const server = createServer((_, response) => {
  const reason_details = HOSTILE.map((message) => ({ code: 'open_drift_trigger', message }))
  const answer = { decision: 'block', reasons: ['open_drift_trigger'], reason_details, decision_id: 'd' }
  response.end(JSON.stringify(answer))
})
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
})
afterAll(() => server.close())

test.each(['text', 'json', 'junit', 'sarif', 'github'])(
  'no text of a decision is a command of the runner: %s',
  async (format) => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const args = ['gate', 'check', '--url', url, '--system', '##vso[task.complete]x', '--format', format]
    const { code, stdout, stderr } = await pipeline(args, { ATTESTRY_API_KEY: 'k' })
    expect(code).toBe(1)
    expect(stdout).toContain('task.setvariable')
    for (const line of `${stdout}\n${stderr}`.split(/\r|\n/)) {
      expect(line).not.toMatch(/##\w*\[/)
      expect(line).not.toMatch(/^\s*::(?!(?:error|warning|notice) title=Attestry)/)
    }
    if (format === 'json' || format === 'sarif')
      expect(JSON.stringify(JSON.parse(stdout))).toContain('##vso[task.setvariable')
  },
)
