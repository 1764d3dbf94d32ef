import { afterAll } from 'vitest'
import './bytes.ts'
import { endAll } from './command.ts'
import { closeIdle } from './database.ts'
import { stopAll } from './running.ts'
import { removeScratchDirectory } from './scratch.ts'

/** Ends everything that the tests of a file left running, so that the next file of this worker has the machine to itself. */
afterAll(async () => {
  await endAll()
  await stopAll()
  closeIdle()
  removeScratchDirectory()
})
