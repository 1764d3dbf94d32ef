// Makes password hashes take the least memory and time. Each worker of the project `system` loads this before Vitest. The cost of
// a hash in the product is tested in `services/ledger/domain/access/password.test.ts`, whose worker does not load this.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
const LEAST = { memory: 8, passes: 1 }

/** @type {typeof argon2} */
crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, { ...parameters, ...LEAST }, callback)
syncBuiltinESMExports()
