import { wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of Daspren Parad, which protects files from ransomware. It is not graded. A file that was opened is information. */
export const daspren: Product = {
  id: 'daspren',
  name: 'Daspren Parad',
  source: 'SEKOIA-IO/intake-formats, Daspren/daspren-parad/tests',
  forms: [[has('parad_version'), has('env_id'), has('message'), has('machine_name')]],
  title: ['{message} ({executable_basename} on {machine_name})', 'message'],
  description: ['fullpath', 'executable'],
  severity: [],
  time: ['time'],
  systems: ['machine_name'],
  identity: {
    of: wholeAlert,
    why: 'An event has no id. Identity: the whole event, with its machine, process, file and time (up to nanoseconds). An event never changes.',
  },
  state: [when('message', ['File opened'], 'informational')],
}
