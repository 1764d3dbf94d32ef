import { callUnaryMethod } from '@connectrpc/connect-query'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Outcome, OutcomeSchema } from '../../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKindSchema, ViaSchema } from '../../../../proto/gen/attestry/common/v1/caller_pb.ts'
import type { AuditEntry } from '../../../../proto/gen/attestry/ledger/v1/audit_pb.ts'
import { type GetEntryProofResponse, LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { transport } from '../../api/transport.ts'
import { Badge, EnumBadge } from '../../components/badge.tsx'
import { saveText } from '../../components/downloads/save-text.ts'
import { Dialog } from '../../components/forms/dialog.tsx'
import { Code, Facts } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { Exact } from '../../components/time.tsx'
import { rootOf } from '../../hashes/inclusion.ts'
import { canHash, hex } from '../../hashes/sha256.ts'
import { plural, readable, recordWords, wordOf } from '../../language/words.ts'

export const who = ({ actor }: AuditEntry): string =>
  actor?.name || readable(wordOf(ActorKindSchema, actor?.kind)) || 'nobody'
export const wrote = ({ receipts }: AuditEntry): string =>
  receipts.map(({ type, count }) => `${count} ${recordWords(type, count)}`).join(', ')

/** The outcome of a call. Success has no colour. */
export function OutcomeOf({ entry: { outcome } }: { entry: AuditEntry }): ReactNode {
  if (outcome === Outcome.OK) return <span className="muted">{readable(wordOf(OutcomeSchema, outcome))}</span>
  return <EnumBadge schema={OutcomeSchema} value={outcome} />
}

/** Whether others have signed a checkpoint. */
export const witnessed = (cosignatures: number): string =>
  cosignatures === 0
    ? 'No witness has cosigned it.'
    : `Cosigned by ${plural(cosignatures, 'witness', 'witnesses')}.`

/** One entry of the log, with the proof of its place. */
export function EntryDialog({
  entry,
  onActor,
  onClose,
}: {
  entry: AuditEntry
  /** Called to show the calls of this caller. */
  onActor: (id: string) => void
  onClose: () => void
}): ReactNode {
  return (
    <Dialog title={entry.operation} onClose={onClose} wide>
      <Facts
        of={[
          ['Outcome', <EnumBadge key="o" schema={OutcomeSchema} value={entry.outcome} />],
          ['Error code', entry.code],
          ['Who', who(entry)],
          [
            'Id of the caller',
            entry.actor?.id && (
              <>
                <Code value={entry.actor.id} />{' '}
                <button type="button" className="quiet" onClick={() => onActor(entry.actor!.id)}>
                  All calls
                </button>
              </>
            ),
          ],
          ['Through', readable(wordOf(ViaSchema, entry.via))],
          ['When', <Exact key="w" at={entry.at} />],
          ['Wrote', wrote(entry)],
          [
            'Incidents',
            entry.incidentIds.length > 0 &&
              entry.incidentIds.map((id) => (
                <a key={id} href={`#/incidents/${id}`}>
                  {id}
                </a>
              )),
          ],
          ['Place in the log', entry.leafIndex === undefined ? 'not yet' : String(entry.leafIndex)],
          ['Request id', <Code key="r" value={entry.requestId} />],
          ['Entry', <Code key="e" value={entry.id} />],
        ]}
      />
      {entry.leafIndex !== undefined && <Proof entry={entry} index={entry.leafIndex} />}
      <h3>As the log holds it</h3>
      <pre>{pretty(entry.text)}</pre>
    </Dialog>
  )
}

/** The inclusion proof of an entry in the newest checkpoint, checked in the browser against the text that is shown. */
function Proof({ entry, index }: { entry: AuditEntry; index: bigint }): ReactNode {
  const query = useQuery({
    queryKey: ['entry proof', entry.id],
    queryFn: async ({ signal }) => {
      const proof = await callUnaryMethod(
        transport,
        LogService.method.getEntryProof,
        { leafIndex: index },
        { signal },
      )
      return { proof, holds: await holds(entry, index, proof) }
    },
    // There is no proof until a checkpoint covers the entry.
    refetchInterval: ({ state }) => (state.data?.holds === 'waits' ? POLL_MS : false),
  })
  return (
    <>
      <h3>Proof of inclusion</h3>
      <Loaded query={query}>
        {({ proof, holds: found }) => (
          <>
            <p>
              {found === 'waits' ? (
                'No checkpoint covers this entry yet. The next one does.'
              ) : (
                <>
                  <Badge word={found} /> {MEANINGS[found]} The checkpoint has{' '}
                  {plural(proof.checkpoint!.treeSize, 'entry', 'entries')}.{' '}
                  {witnessed(proof.checkpoint!.cosignatures.length)}
                </>
              )}
            </p>
            {proof.covered && (
              <button
                type="button"
                onClick={() =>
                  saveText(`entry-${entry.id}-proof.json`, fileOf(entry, index, proof), 'application/json')
                }
              >
                Download the proof
              </button>
            )}
          </>
        )}
      </Loaded>
    </>
  )
}

const POLL_MS = 5000

const MEANINGS = {
  proven: 'This browser computed the root of the checkpoint from the entry below and the proof.',
  not_proven: 'The entry below and the proof do not lead to the root of the checkpoint. Verify the log.',
  not_checked: 'Open the console over TLS to have the browser check the proof, or download it.',
}

async function holds(
  { text }: AuditEntry,
  index: bigint,
  { checkpoint, covered, hashes }: GetEntryProofResponse,
): Promise<'proven' | 'not_proven' | 'not_checked' | 'waits'> {
  if (checkpoint === undefined || !covered) return 'waits'
  if (!canHash()) return 'not_checked'
  const root = await rootOf(text, index, checkpoint.treeSize, hashes)
  return root !== undefined && hex(root) === hex(checkpoint.root) ? 'proven' : 'not_proven'
}

/** All data that is needed to check the proof elsewhere. */
function fileOf({ text }: AuditEntry, index: bigint, { checkpoint, hashes }: GetEntryProofResponse): string {
  const proof = {
    entry: text,
    leaf_index: Number(index),
    inclusion: hashes.map(hex),
    checkpoint: checkpoint!.note,
    cosignatures: checkpoint!.cosignatures,
  }
  return `${JSON.stringify(proof, null, 2)}\n`
}

function pretty(entry: string): string {
  try {
    return JSON.stringify(JSON.parse(entry), null, 2)
  } catch {
    return entry
  }
}
