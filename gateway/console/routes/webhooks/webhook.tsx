import { useQuery } from '@connectrpc/connect-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import {
  type RejectedDelivery,
  WebhookFormatSchema,
  WebhookService,
} from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import {
  IncidentService,
  type WebhookDelivery,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { useList } from '../../api/list.ts'
import { Badge, EnumBadge } from '../../components/badge.tsx'
import { Dialog } from '../../components/forms/dialog.tsx'
import { Filter, useParameters } from '../../components/lists/filter.tsx'
import { ListBar, useRowFilter } from '../../components/lists/list-bar.tsx'
import { oneOf } from '../../components/lists/parameters.ts'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card, Code, Facts, PageHead } from '../../components/page.tsx'
import { RecordId } from '../../components/record-id.tsx'
import { Empty, Loaded } from '../../components/states.tsx'
import { Exact, None, When } from '../../components/time.tsx'
import { readable } from '../../language/words.ts'
import { TryMapping } from './try-mapping.tsx'
import { addressOf, EndpointActions } from './webhook-actions.tsx'
import { DeliveriesByDay } from './webhook-charts.tsx'

/** One webhook endpoint, with its accepted and rejected calls. */
export function Page(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(WebhookService.method.getWebhookEndpoint, { id })
  return (
    <Loaded query={query}>
      {({ endpoint }) => (
        <>
          <PageHead
            title={endpoint!.name}
            crumb={{ to: '/webhooks', label: 'Webhooks' }}
            badge={<Badge word={endpoint!.status} />}
          >
            <EndpointActions endpoint={endpoint!} />
          </PageHead>
          <Card>
            <Facts
              of={[
                ['Address', <Code key="a" value={addressOf(endpoint!)} />],
                ['Format', <EnumBadge key="f" schema={WebhookFormatSchema} value={endpoint!.format} />],
                ['Time window', `${endpoint!.windowSeconds} seconds`],
                ['Event ids are recognised for', `${endpoint!.idempotencyHours} hours`],
                ['Calls a minute', endpoint!.rateLimit.toLocaleString()],
                ['Secret made', <Exact key="s" at={endpoint!.secretCreatedAt} />],
                ['Created', <Exact key="c" at={endpoint!.createdAt} />],
                ['Revoked', endpoint!.revokedAt && <Exact key="r" at={endpoint!.revokedAt} />],
                ['Id', <RecordId key="i" id={endpoint!.id} />],
              ]}
            />
          </Card>
          {endpoint!.mapping !== '' && (
            <TryMapping endpointId={id} mapping={endpoint!.mapping} version={endpoint!.mappingVersion} />
          )}
          <DeliveriesByDay id={id} />
          <Accepted id={id} />
          <Rejected id={id} />
        </>
      )}
    </Loaded>
  )
}

function Accepted({ id }: { id: string }): ReactNode {
  const { outcome } = useParameters(OF_ACCEPTED)
  const filter = { ...useRowFilter('a.'), endpointId: id, ...(outcome === undefined ? {} : { outcome }) }
  const isFiltered = 'search' in filter || 'outcome' in filter
  const list = useList(IncidentService.method.listWebhookDeliveries, filter, ({ deliveries }) => deliveries, {
    limit: 25,
  })
  return (
    <Card title="Accepted calls" about="The outcome of each alert." flush>
      <ListBar prefix="a." count={list.count} one="call" kinds={OF_ACCEPTED}>
        <Filter name="outcome" label="Outcome" options={OUTCOMES} />
      </ListBar>
      <ListTable
        list={list}
        caption="Accepted calls"
        columns={ACCEPTED}
        id={(row) => row.id}
        empty={
          isFiltered ? (
            <Empty title="No accepted call matches.">Change or clear the filters.</Empty>
          ) : (
            <Empty title="Nothing has been accepted yet.">
              Send a first signed call to the address above.
            </Empty>
          )
        }
      />
    </Card>
  )
}

function Rejected({ id }: { id: string }): ReactNode {
  const [open, setOpen] = useState<RejectedDelivery>()
  const { signed } = useParameters(OF_REJECTED)
  const filter = {
    ...useRowFilter('r.'),
    id,
    ...(signed === undefined ? {} : { signed: signed === 'yes' }),
  }
  const isFiltered = 'search' in filter || 'signed' in filter
  const list = useList(WebhookService.method.listRejectedDeliveries, filter, ({ deliveries }) => deliveries, {
    limit: 25,
  })
  return (
    <Card
      title="Rejected calls"
      about="The newest 1,000 signed and 200 unsigned ones, with the beginning of their body."
      flush
    >
      <ListBar prefix="r." count={list.count} one="call" kinds={OF_REJECTED}>
        <Filter
          name="signed"
          label="Signed"
          options={[
            ['yes', 'With the right secret'],
            ['no', 'Without it'],
          ]}
        />
      </ListBar>
      <ListTable
        list={list}
        caption="Rejected calls"
        columns={REJECTED}
        id={(row) => row.id}
        open={setOpen}
        empty={<Empty title={isFiltered ? 'No rejected call matches.' : 'No call has been rejected.'} />}
      />
      {open !== undefined && (
        <Dialog title={`Rejected call: ${readable(open.code)}`} onClose={() => setOpen(undefined)} wide>
          <Facts
            of={[
              ['Status', String(open.status)],
              ['Why', open.message || open.reason],
              ['Signed', open.signed ? 'yes, with the right secret' : 'no, or with another secret'],
              ['Received', <Exact key="r" at={open.receivedAt} />],
              ['Request', <Code key="i" value={open.id} />],
            ]}
          />
          <h3>Beginning of the body</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
          <pre tabIndex={0}>{open.excerpt === '' ? 'empty' : open.excerpt}</pre>
        </Dialog>
      )}
    </Card>
  )
}

const OUTCOMES = [
  ['created', 'Opened an incident'],
  ['replay', 'Repeated one'],
  ['closure', 'Closed one'],
  ['acknowledged', 'Opened none'],
] as const

const OF_ACCEPTED = { outcome: oneOf(...OUTCOMES.map(([outcome]) => outcome)) }
const OF_REJECTED = { signed: oneOf('yes', 'no') }

const ACCEPTED: Column<WebhookDelivery>[] = [
  { label: 'Alert', cell: ({ report, externalId, id }) => <>{report?.title || externalId || id}</> },
  { label: 'Outcome', cell: ({ outcome }) => <Badge word={outcome} /> },
  {
    label: 'Incident',
    cell: ({ incidentId }) =>
      incidentId === '' ? <None /> : <a href={`#/incidents/${incidentId}`}>Open incident</a>,
  },
  { label: 'Product', cell: ({ product }) => (product === undefined ? <None /> : product) },
  { label: 'Event id', kind: 'code', cell: ({ externalId }) => <code>{externalId}</code> },
  { label: 'Received', cell: ({ receivedAt }) => <When at={receivedAt} /> },
]

const REJECTED: Column<RejectedDelivery>[] = [
  { label: 'Why', cell: ({ message, reason, code }) => <>{message || reason || readable(code)}</> },
  { label: 'Status', kind: 'number', cell: ({ status }) => <>{status}</> },
  { label: 'Code', cell: ({ code }) => <Badge word={code} tone="warn" /> },
  { label: 'Signed', cell: ({ signed }) => (signed ? 'yes' : 'no') },
  { label: 'Received', cell: ({ receivedAt }) => <When at={receivedAt} /> },
]
