import { type ReactNode, useState } from 'react'
import { type ApiKey, KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { useList } from '../api/list.ts'
import { useMay } from '../api/session.ts'
import { Badge } from '../components/badge.tsx'
import { timestamp } from '../components/forms/timestamp.ts'
import { type Column, ListTable } from '../components/lists/table.tsx'
import { Card } from '../components/page.tsx'
import { When } from '../components/time.tsx'
import { plural } from '../language/words.ts'

/** The API keys that end within 30 days, and those that ended in the last seven and were not revoked; the earliest expiry first. */
export function ExpiringKeys(): ReactNode {
  const may = useMay()
  return may(KeyService.method.listKeys) ? <Keys /> : null
}

function Keys(): ReactNode {
  const [now] = useState(() => Date.now())
  const span = {
    expiresSince: timestamp(new Date(now - 7 * DAY_MS)),
    expiresUntil: timestamp(new Date(now + 30 * DAY_MS)),
  }
  // The list has the newest key first. One page of the largest size is read and sorted here.
  const list = useList(KeyService.method.listKeys, span, ({ keys }) => keys, { limit: 200 })
  const soonest = list.rows.toSorted((a, b) =>
    Number((a.expiresAt?.seconds ?? 0n) - (b.expiresAt?.seconds ?? 0n)),
  )
  const further = soonest.length - SHOWN
  if (list.error === null && list.rows.length === 0) return null
  return (
    <Card
      title="API keys about to expire"
      about="Within 30 days, or in the last seven. An expired key is refused: systems that use it stop reporting."
      flush
    >
      <ListTable
        list={{ ...list, rows: soonest.slice(0, SHOWN), hasMore: false }}
        caption="API keys about to expire"
        columns={COLUMNS}
        id={({ id }) => id}
        href={() => '/keys'}
        empty={null}
      />
      {(further > 0 || list.hasMore) && (
        <p className="more">
          <a href="#/keys">{list.hasMore ? 'All API keys' : `${plural(further, 'more key')} in API keys`}</a>
        </p>
      )}
    </Card>
  )
}

const SHOWN = 10
const DAY_MS = 86_400_000

const COLUMNS: Column<ApiKey>[] = [
  { label: 'Name', cell: ({ name }) => <>{name}</> },
  { label: 'Expires', first: true, cell: ({ expiresAt }) => <When at={expiresAt} /> },
  { label: 'Status', cell: ({ status }) => <Badge word={status} /> },
  { label: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
]
