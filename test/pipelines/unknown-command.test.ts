import { expect, test } from 'vitest'
import { pipeline } from './pipeline.ts'

test.each([
  'move',
  'constructor',
  'toString',
  '__proto__',
  'move --help',
  'gate chek --help',
  'gate chek -h',
  'import',
  'gate',
])('an unknown pipeline command is wrong usage, even with --help: %s', async (line) => {
  const { code, stdout, stderr } = await pipeline(line.split(' '))
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^attestry: unknown command; one of gate check, .*\n$/)
})

test.each(['--help', '-h', 'help', 'gate --help', 'audit -h'])(
  'attestry %s shows the pipeline commands',
  async (line) => {
    const { code, stdout, stderr } = await pipeline(line.split(' '))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^attestry: commands for pipelines\n/)
  },
)
