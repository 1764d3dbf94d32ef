import { parseArgs } from 'node:util'
import { is } from './json/json.mjs'
import { readMemory } from './replay/state/states.mjs'
import { Failure } from './report/failure.mjs'
import { readQuorum, readWitnesses } from './witnesses/cosignatures.mjs'

/** @import { Witness } from './witnesses/cosignatures.mjs' */

export const HELP = `Usage: node verify.mjs [options] package.zip

Verifies an Attestry evidence package, offline. Node.js 20 or later. Opens no connection, writes no file.

  --key FILE        trust this public key (PEM or DER), obtained elsewhere; may be repeated
  --pin KID         trust the key with this id: hex SHA-256 of its DER SubjectPublicKeyInfo; may be repeated
  --org ID          demand that the package is of the organization with this id, obtained elsewhere: one key signs for all
                    organizations of an installation
  --keys FILE       the published key set (keys.json): check the status of the signing key; without --key or --pin
                    these keys are the trusted ones
  --require-trust   exit code 5 where the package is intact and its signer is not confirmed
  --require-replay  exit code 6 where step 9 was not checked, or only in part: calls and decisions against the records before them
  --memory MIB      the most memory for the states of the log in step 9, 1 to 65536, 64 where it is not given: for a log of
                    which the answer says that it needs more
  --require-pin     refuse to run without --key or --pin
  --allow-clock-steps
                    report times that run backwards, or are later than the signature, only as remarks: for an
                    installation that says that its clock was wrong, and when
  --previous FILE   prove that the log of this older package was continued, or say where it was rewritten; may be repeated:
                    step 9 then begins with the one that begins at leaf 0
  --witness KEY     trust this witness: its verifier key, name+key id+base64, obtained elsewhere; may be repeated
  --quorum N        demand the cosignatures of N of the witnesses; all, where N is not given
  --tsa FILE        trust these time-stamp authorities: certificates (PEM), obtained elsewhere; may be repeated; demands a
                    time-stamp of one of them on the checkpoint
  --checkpoint FILE demand that the package continues the log of this checkpoint, obtained elsewhere (from a witness, a
                    mirror), and does not end before it
  --explain ID      show how the gate decision with this id follows from its snapshot
  --json            one JSON object, schema attestry-verify/1
  --version, --help

Without --key, --pin or --keys the last line is never VERIFIED: anybody can make a key and sign a package with it. Get the
key id from the installation (/.well-known/attestry/keys.json), from a contract or by telephone, not from the package.

Exit codes: 0 verified, or intact and its signer not confirmed; 1 not authentic or not intact; 2 usage, unreadable file, or
the report cannot be written; 3 --require-pin without a pin; 4 the signing key is revoked; 5 --require-trust and the signer
is not confirmed; 6 --require-replay and step 9 was not checked, or only in part.
`

/**
 * @param {string[]} args
 * @returns {Options}
 */
export function readOptions(args) {
  const { values, positionals } = parseCommandLine(args)
  const { key = [], pin = [], tsa = [], json = false, help = false, version = false } = values
  const demands = {
    requirePin: values['require-pin'] ?? false,
    requireTrust: values['require-trust'] ?? false,
    requireReplay: values['require-replay'] ?? false,
    memory: readMemory(values.memory),
    allowClockSteps: values['allow-clock-steps'] ?? false,
  }
  const witnesses = readWitnesses(values.witness ?? [])
  const cosigned = { witnesses, quorum: readQuorum(values.quorum, witnesses) }
  const options = { key, pin, tsa, json, help, version, cosigned, ...demands }
  if (help || version) return { ...options, file: '' }
  const [file, ...more] = positionals
  if (file === undefined || more.length > 0) throw new Failure('usage', 'give one package; see --help')
  if (file === '-')
    throw new Failure('usage', 'a package is read from a file, not from a pipe: save it first')
  for (const kid of pin)
    if (!/^[0-9a-f]{64}$/.test(kid)) throw new Failure('usage', '--pin takes 64 lower-case hex digits')
  if (values.org !== undefined && !is.uuid(values.org))
    throw new Failure('usage', '--org takes the id of an organization, a UUID in lower case')
  if (options.requirePin && key.length + pin.length === 0)
    throw new Failure('pin_required', 'nothing was verified')
  const { keys, previous, checkpoint, explain, org: organization } = values
  return { ...options, file, keys, previous, checkpoint, explain, organization }
}

/** @param {string[]} args */
function parseCommandLine(args) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        key: { type: 'string', multiple: true },
        pin: { type: 'string', multiple: true },
        org: { type: 'string' },
        keys: { type: 'string' },
        previous: { type: 'string', multiple: true },
        checkpoint: { type: 'string' },
        tsa: { type: 'string', multiple: true },
        explain: { type: 'string' },
        witness: { type: 'string', multiple: true },
        quorum: { type: 'string' },
        'require-pin': { type: 'boolean' },
        'require-trust': { type: 'boolean' },
        'require-replay': { type: 'boolean' },
        memory: { type: 'string' },
        'allow-clock-steps': { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean' },
        version: { type: 'boolean' },
      },
    })
  } catch (cause) {
    throw new Failure('usage', cause instanceof Error ? cause.message : String(cause))
  }
}

/**
 * @typedef {{ file: string, key: string[], pin: string[], tsa: string[], keys?: string | undefined, requirePin: boolean,
 *   requireTrust: boolean, requireReplay: boolean, memory?: number | undefined, allowClockSteps: boolean, json: boolean, previous?: string[] | undefined, checkpoint?: string | undefined, explain?: string | undefined, organization?: string | undefined, help: boolean,
 *   version: boolean, cosigned: { witnesses: Witness[], quorum: number } }} Options
 */
