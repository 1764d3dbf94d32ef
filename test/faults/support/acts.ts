import { createPublicKey, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { withOperator } from '../../../gateway/cli/operator/operator.ts'
import { SigningKeyService } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import { exported, outcome } from '../../evidence/support/export.ts'
import { rpc } from '../../harness/control.ts'
import { sql } from '../../harness/database.ts'
import { call } from '../../harness/rest.ts'
import type { Split } from '../../process/support/split.ts'
import type { Scene } from './scene.ts'

/** Acts of several processes: a rotation of the signing key, a signed decision, a resolution, and a package. */
type Acts = {
  /** Does each of them, all at once, each again until it was acknowledged. */
  once(): Promise<void>
  /** Checks that everything that was acknowledged is there, and that nothing began without an end. */
  expectDone(): Promise<void>
}

type Envelope = { payload: string; payloadType: string; signatures: { keyid: string; sig: string }[] }

export function actsOf({ baseUrl, env }: Split, { organization, systemId }: Scene): Acts {
  const { key, admin } = organization
  const { PORT: _, ...operator } = env
  const kids: string[] = []
  const signed: Envelope[] = []
  const resolutions: string[] = []

  const rotate = async (): Promise<void> => {
    const { key: made } = await withOperator(operator, (ask) =>
      ask(SigningKeyService.method.rotateSigningKey, {}),
    )
    kids.push(made!.kid)
  }
  const sign = async (): Promise<void> => {
    const { decision_id: id } = (await answered(call(baseUrl, `/api/v1/gate-status/${systemId}`, { key })))
      .body
    const query = `format=dsse&subject_sha256=${sha256Hex(id)}`
    const path = `/api/v1/gate-decisions/${id}/attestation?${query}`
    signed.push((await answered(call(baseUrl, path, { key }))).body)
  }
  const resolve = async (): Promise<void> => {
    const triggers = 'attestry.gate.v1.TriggerService'
    const session = admin.session
    const open = { status: 'TRIGGER_STATUS_OPEN', page: { limit: 1 } }
    const [{ id, occurrences, said }] = (
      await answered(rpc(baseUrl, `${triggers}/ListTriggers`, { session, body: open }))
    ).body.triggers
    const body = { id, reason: 'seen', occurrences, said }
    const { headers } = await answered(rpc(baseUrl, `${triggers}/ResolveTrigger`, { session, body }))
    resolutions.push(headers.get('x-request-id')!)
  }
  const take = async (): Promise<void> => {
    const file = await exported({ baseUrl }, admin.session)
    verdicts.push(await outcome(file))
  }
  const verdicts: string[] = []

  return {
    once: async () => {
      await Promise.all([rotate, sign, resolve, take].map(untilDone))
    },
    expectDone: async () => {
      const { keys } = await withOperator(operator, (ask) =>
        ask(SigningKeyService.method.listSigningKeys, {}),
      )
      expect(keys.map(({ kid }) => kid)).toEqual(expect.arrayContaining(kids))
      for (const envelope of signed) expect(await isSigned(baseUrl, envelope)).toBe(true)
      const url = env.DATABASE_URL!
      const statements = (await sql<{ hash: string }>(url, STATEMENTS)).map(({ hash }) => hash)
      const hashes = signed.map(({ payload }) => sha256Hex(Buffer.from(payload, 'base64')))
      expect(statements).toEqual(expect.arrayContaining(hashes))
      const resolved = (await sql<{ entry_id: string }>(url, RESOLUTIONS)).map(({ entry_id }) => entry_id)
      expect(resolved).toEqual(expect.arrayContaining(resolutions))
      expect(new Set(verdicts)).toEqual(new Set(['verified']))
      await expect.poll(() => sql(url, UNENDED)).toEqual([])
    },
  }
}

/** Repeats an act while a process or the database does not answer. */
async function untilDone(act: () => Promise<void>): Promise<void> {
  const late = AbortSignal.timeout(PATIENCE_MS)
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (late.aborted) throw error
      await sleep(100)
    }
  }
}

async function answered<A extends { status: number; text: string }>(asked: Promise<A>): Promise<A> {
  const answer = await asked
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer
}

/** Whether the published key has signed an envelope (DSSE 1.0.0). */
async function isSigned(
  baseUrl: string,
  { payload, payloadType, signatures: [signature] }: Envelope,
): Promise<boolean> {
  const { keyid, sig } = signature!
  const pem = (await answered(call(baseUrl, `/.well-known/attestry/keys/${keyid}.pem`))).text
  const bytes = Buffer.from(payload, 'base64')
  const head = `DSSEv1 ${payloadType.length} ${payloadType} ${bytes.length} `
  const signedBytes = Buffer.concat([Buffer.from(head), bytes])
  return verify('sha256', signedBytes, createPublicKey(pem), Buffer.from(sig, 'base64'))
}

const STATEMENTS = `
  select entry::json -> 'details' ->> 'statement_sha256' as hash from ledger.entries
  where entry::json ->> 'operation' = 'attestDecision' and entry::json ->> 'outcome' = 'ok'`
const RESOLUTIONS = `select entry_id from gate.records_v1 where type = 'resolutions'`
/** The newest version of an export says whether it has ended. */
const UNENDED = `
  select id from (select distinct on (id) id, record::json ->> 'status' as status from evidence.exports
    order by id, version desc) as newest where status = 'started'`
/** How long recovery may take on a machine that also does other work. */
const PATIENCE_MS = 240_000
