import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import { WebhookService } from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { useList } from '../../api/list.ts'
import { useMay } from '../../api/session.ts'
import { type Column, Table } from '../../components/lists/table.tsx'
import { Card } from '../../components/page.tsx'
import { Loaded } from '../../components/states.tsx'
import { When } from '../../components/time.tsx'
import type { Instant } from '../../language/instant.ts'

/** The endpoints that rejected calls in the last seven days, most calls first. */
export function RejectedCalls(): ReactNode {
  const may = useMay()
  if (!may(WebhookService.method.summarizeRejectedDeliveries)) return null
  return <Counted />
}

function Counted(): ReactNode {
  const query = useQuery(WebhookService.method.summarizeRejectedDeliveries, {}, { staleTime: 60_000 })
  const endpoints = useList(WebhookService.method.listWebhookEndpoints, {}, ({ endpoints: found }) => found, {
    limit: 200,
  })
  const since = new Date(Date.now() - 6 * 86_400_000).toISOString().slice(0, 10)
  const names = new Map(endpoints.rows.map(({ id, name }) => [id, name]))
  const recent = query.data?.days.filter(({ day }) => day >= since) ?? []
  if (query.data !== undefined && recent.length === 0) return null
  return (
    <Card
      title="Rejected webhook calls"
      about="In the last seven days (UTC), of those that are kept. With the right secret: the sender's alerts are lost until this is fixed."
      flush
    >
      <Loaded query={query}>
        {() => (
          <Table
            caption="Rejected webhook calls"
            columns={COLUMNS}
            rows={byEndpoint(recent, (id) => names.get(id) ?? id)}
            id={({ id }) => id}
            href={({ id }) => `/webhooks/${id}`}
          />
        )}
      </Loaded>
    </Card>
  )
}

type Row = { id: string; name: string; signed: number; unsigned: number; newestAt: Instant | undefined }

function byEndpoint(
  days: readonly { endpointId: string; signed: number; unsigned: number; newestAt?: Instant }[],
  nameOf: (id: string) => string,
): Row[] {
  const rows = new Map<string, Row>()
  // The days are newest first: the first one of an endpoint has its newest call.
  for (const { endpointId: id, signed, unsigned, newestAt } of days) {
    const row = rows.get(id) ?? { id, name: nameOf(id), signed: 0, unsigned: 0, newestAt }
    rows.set(id, { ...row, signed: row.signed + signed, unsigned: row.unsigned + unsigned })
  }
  return [...rows.values()].sort((a, b) => b.signed - a.signed || b.unsigned - a.unsigned)
}

const COLUMNS: Column<Row>[] = [
  { label: 'Endpoint', cell: ({ name }) => <>{name}</> },
  { label: 'With the right secret', kind: 'number', cell: ({ signed }) => <>{signed.toLocaleString()}</> },
  { label: 'Without it', kind: 'number', cell: ({ unsigned }) => <>{unsigned.toLocaleString()}</> },
  { label: 'Last', cell: ({ newestAt }) => <When at={newestAt} /> },
]
