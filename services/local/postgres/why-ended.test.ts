import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installedPackage } from './binaries.ts'
import { CAUSES, whyEnded } from './why-ended.ts'

test.each([
  [
    'disk_full',
    'FATAL:  could not write lock file "postmaster.pid": No space left on device',
    'FATAL:  could not write lock file "postmaster.pid": No space left on device\n',
  ],
  [
    'port_taken',
    'FATAL:  could not create any TCP/IP sockets',
    'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\nWARNING:  could not create listen socket for "127.0.0.1"\nFATAL:  could not create any TCP/IP sockets\n',
  ],
  [
    'processes_left',
    'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use',
    'FATAL:  pre-existing shared memory block (key 1, ID 2) is still in use\nHINT:  Terminate any old server processes.\n',
  ],
  ['other', 'error: invalid locale name "x"', 'The files …\ninitdb: error: invalid locale name "x"\n'],
  ['other', 'killed', 'starting\nkilled\n'],
  ['other', '', ''],
])('whyEnded recognizes %s in PostgreSQL’s output: %s', (cause, line, output) => {
  expect(whyEnded(output)).toEqual({ cause, line })
})

test('the installed PostgreSQL has the texts by which processes of an earlier server are recognized', async () => {
  const program = await readFile(join(installedPackage(), 'native', 'bin', 'postgres'))
  for (const text of new Map(CAUSES).get('processes_left')!) expect(program.includes(text)).toBe(true)
})
