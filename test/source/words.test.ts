import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('no source and no document has a word that was invented for it', () => {
  expect(filesWith('checkpoint').length).toBeGreaterThan(100)
  // What the field calls request, unauthenticated caller, undecoded call and approval input.
  expect(filesWith('knock(s|ed|ing)?|strangers?|unheard|vouch(es|ed|ing)?')).toEqual([])
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

/** The tracked and new files that have one of these words. */
function filesWith(words: string): string[] {
  const { stdout } = spawnSync('git', ['grep', '-IilE', '--untracked', `\\b(${words})\\b`, '--', ...PLACES], {
    encoding: 'utf8',
  })
  return stdout.split('\n').filter((file) => file !== '')
}
