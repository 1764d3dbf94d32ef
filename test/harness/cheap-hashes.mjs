// Loaded by each worker of `system` before Vitest: its password hashes take the least memory and time. What a hash costs in the product is
// tested in `services/ledger/domain/access/password.test.ts`, whose worker does not load this.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
const LEAST = { memory: 8, passes: 1 }

/** @type {typeof argon2} */
crypto.argon2 = (algorithm, parameters, callback) => argon2(algorithm, { ...parameters, ...LEAST }, callback)
syncBuiltinESMExports()
