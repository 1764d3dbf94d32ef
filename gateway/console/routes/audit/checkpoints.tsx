import { type ReactNode, useState } from 'react'
import { type Checkpoint, LogService } from '../../../../proto/gen/attestry/ledger/v1/log_pb.ts'
import { useList } from '../../api/list.ts'
import { saveBytes, saveText } from '../../components/downloads/save-text.ts'
import { Dialog } from '../../components/forms/dialog.tsx'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card, Code, Facts, PageHead } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { Exact, When } from '../../components/time.tsx'
import { ValueToCopy } from '../../components/value-to-copy.tsx'
import { hex } from '../../hashes/sha256.ts'
import { plural } from '../../language/words.ts'

/** Every checkpoint of the log, with the statements that others signed about it. */
export function Page(): ReactNode {
  const list = useList(LogService.method.listCheckpoints, {}, ({ checkpoints }) => checkpoints, {
    limit: 20,
  })
  const [open, setOpen] = useState<Checkpoint>()
  return (
    <>
      <PageHead
        title="Checkpoints"
        about="Signed states of the log. What a witness cosigned or an authority time-stamped cannot be replaced without it showing."
      />
      <Card flush>
        <ListTable
          list={list}
          endless
          caption="Checkpoints"
          columns={COLUMNS}
          id={({ treeSize, kid }) => `${treeSize} ${kid}`}
          open={setOpen}
          empty={
            <Empty title="No checkpoints yet.">The first one is signed soon after the first entry.</Empty>
          }
        />
      </Card>
      {open !== undefined && <CheckpointDialog checkpoint={open} onClose={() => setOpen(undefined)} />}
    </>
  )
}

const COLUMNS: Column<Checkpoint>[] = [
  { label: 'Entries', cell: ({ treeSize }) => <>{treeSize.toLocaleString()}</> },
  { label: 'Signed', cell: ({ signedAt }) => <When at={signedAt} /> },
  {
    label: 'Witnesses',
    cell: ({ cosignatures }) =>
      cosignatures.length === 0 ? <span className="muted">none</span> : witnesses(cosignatures),
  },
  {
    label: 'Time-stamps',
    kind: 'number',
    cell: ({ timestamps }) => <>{timestamps.length}</>,
  },
  { label: 'Signing key', kind: 'code', cell: ({ kid }) => <code>{kid.slice(0, 12)}</code> },
]

/** The names in signature lines, `— name signature`. */
const witnesses = (lines: readonly string[]): string => lines.map((line) => line.split(' ')[1]).join(', ')

function CheckpointDialog({
  checkpoint: { treeSize, signedAt, root, kid, note, cosignatures, timestamps },
  onClose,
}: {
  checkpoint: Checkpoint
  onClose: () => void
}): ReactNode {
  const name = `checkpoint-${treeSize}`
  return (
    <Dialog title={`Checkpoint of ${plural(treeSize, 'entry', 'entries')}`} onClose={onClose} wide>
      <Facts
        of={[
          ['Signed', <Exact key="s" at={signedAt} />],
          ['Root', <Code key="r" value={hex(root)} />],
          ['Signing key', <Code key="k" value={kid} />],
          ['Witnesses', witnesses(cosignatures) || 'none'],
          ['Time-stamps', timestamps.length === 0 ? 'none' : String(timestamps.length)],
        ]}
      />
      <ValueToCopy label="Signed note, with the cosignatures" value={note + cosignatures.join('')} />
      <div className="actions">
        <button
          type="button"
          onClick={() => saveText(`${name}.txt`, note + cosignatures.join(''), 'text/plain')}
        >
          Download the note
        </button>
        {timestamps.map((token, index) => (
          <button
            type="button"
            key={hex(token.slice(-16))}
            onClick={() => saveBytes(`${name}-${index + 1}.tst`, token, 'application/timestamp-reply')}
          >
            Download time-stamp {index + 1}
          </button>
        ))}
      </div>
    </Dialog>
  )
}
