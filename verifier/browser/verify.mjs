export { Failure } from '../src/failure.mjs'
export { emptyReport, fail, jsonReport, textReport, VERIFIER_VERSION } from '../src/report.mjs'
export { verifyPackage } from '../src/verify.mjs'
export { view } from './buffer.mjs'
