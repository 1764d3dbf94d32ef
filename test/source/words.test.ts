import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('no source and no document has a word that was invented for it', () => {
  expect(filesWith('checkpoint').length).toBeGreaterThan(100)
  // What the field calls request, unauthenticated caller, undecoded call and approval input.
  expect(filesWith('knock|stranger|unheard|vouch')).toEqual([])
})

const PLACES = [
  'services',
  'gateway',
  'verifier',
  'proto',
  'clients',
  'integrations',
  'deploy',
  'docs',
  '*.md',
]

/** The tracked and new files in which a word begins like one of these. */
function filesWith(words: string): string[] {
  const { stdout } = spawnSync('git', ['grep', '-IilE', '--untracked', `\\b(${words})`, '--', ...PLACES], {
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((file) => file !== '')
}
