import {
  emptyReport,
  Failure,
  fail,
  jsonReport,
  readMemory,
  readQuorum,
  readWitnesses,
  textReport,
  VERIFIER_VERSION,
  verifyPackage,
} from '../verify.mjs'
import { BlobFile } from './blob-file.mjs'

/** @import { Asked } from './page.mjs' */

// The verifier in a worker, so that the page stays responsive. It has no connection: the page's policy allows none.

const scope = /** @type {{ onmessage: unknown, postMessage: (message: unknown) => void }} */ (
  /** @type {unknown} */ (globalThis)
)

scope.onmessage = async (/** @type {MessageEvent<Asked>} */ { data }) => {
  const {
    file,
    previous,
    checkpoint,
    keys,
    keyFile,
    pin,
    organization,
    explain,
    witnesses,
    quorum,
    authorities,
    allowClockSteps,
    requireReplay,
    memory,
    sha256,
  } = data
  /** @type {Map<string, File>} */
  const files = new Map([[file.name, file]])
  const add = (/** @type {File | undefined} */ one, /** @type {string} */ role) => {
    if (one === undefined) return undefined
    let { name } = one
    while (files.has(name)) name = `${role}: ${name}`
    files.set(name, one)
    return name
  }
  let read = 0
  let reported = 0
  const onRead = (/** @type {number} */ bytes) => {
    read += bytes
    if (read - reported < PROGRESS) return
    reported = read
    scope.postMessage({ read })
  }
  const verifier = { version: VERIFIER_VERSION, sha256 }
  const key = add(keyFile, 'key')
  const options = {
    file: file.name,
    pin,
    key: key === undefined ? [] : [key],
    keys: add(keys, 'keys'),
    previous: previous.flatMap((one, i) => add(one, i === 0 ? 'previous' : `previous ${i + 1}`) ?? []),
    checkpoint: add(checkpoint, 'checkpoint'),
    tsa: authorities.flatMap((one, i) => add(one, `authority ${i + 1}`) ?? []),
    organization,
    explain,
    requireTrust: false,
    allowClockSteps,
    requireReplay,
    open: (/** @type {string} */ path) => new BlobFile(path, /** @type {File} */ (files.get(path)), onRead),
  }
  scope.postMessage(finished(await report(options, { witnesses, quorum, memory }, verifier)))
}

/**
 * @param {Parameters<typeof verifyPackage>[0]} options
 * @param {{ witnesses: string[], quorum: string | undefined, memory: string | undefined }} demanded
 * @param {Parameters<typeof verifyPackage>[1]} verifier
 */
async function report(options, demanded, verifier) {
  try {
    const witnesses = readWitnesses(demanded.witnesses)
    const cosigned = { witnesses, quorum: readQuorum(demanded.quorum, witnesses) }
    return await verifyPackage({ ...options, cosigned, memory: readMemory(demanded.memory) }, verifier)
  } catch (cause) {
    const failed = emptyReport(options, verifier)
    fail(failed, cause instanceof Failure ? cause : new Failure('internal', String(cause)))
    return failed
  }
}

/** @param {Awaited<ReturnType<typeof verifyPackage>>} found */
function finished(found) {
  return { report: found, text: textReport(found), json: jsonReport(found) }
}

const PROGRESS = 4 * 1024 * 1024
