import type { ReactNode } from 'react'
import {
  type WebhookEndpoint,
  WebhookFormatSchema,
  WebhookService,
} from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { useList } from '../../api/list.ts'
import { Badge, EnumBadge } from '../../components/badge.tsx'
import { Action } from '../../components/forms/action.tsx'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card, PageHead } from '../../components/page.tsx'
import { Empty } from '../../components/states.tsx'
import { When } from '../../components/time.tsx'
import { SecretShown, settings, settingsOf } from './webhook-actions.tsx'

/** The addresses to which other systems report incidents. */
export function Page(): ReactNode {
  const list = useList(WebhookService.method.listWebhookEndpoints, {}, ({ endpoints }) => endpoints)
  return (
    <>
      <PageHead
        title="Webhooks"
        about="Addresses to which other systems report incidents, with one signed POST."
      >
        <Action
          method={WebhookService.method.createWebhookEndpoint}
          label="New endpoint"
          title="New endpoint"
          tone="main"
          wide
          fields={settings()}
          request={settingsOf}
          secret
          shows={({ endpoint, secret }) => <SecretShown endpoint={endpoint} secret={secret} />}
        />
      </PageHead>
      <Card flush>
        <ListTable
          list={list}
          caption="Webhook endpoints"
          columns={COLUMNS}
          id={({ id }) => id}
          href={({ id }) => `/webhooks/${id}`}
          empty={
            <Empty title="No endpoints yet.">
              An endpoint has an address and a secret. The page <a href="/docs">API</a> shows how a call is
              signed.
            </Empty>
          }
        />
      </Card>
    </>
  )
}

const COLUMNS: Column<WebhookEndpoint>[] = [
  { label: 'Name', cell: ({ name }) => <>{name}</> },
  { label: 'Format', cell: ({ format }) => <EnumBadge schema={WebhookFormatSchema} value={format} /> },
  { label: 'Status', cell: ({ status }) => <Badge word={status} /> },
  { label: 'Calls a minute', kind: 'number', cell: ({ rateLimit }) => <>{rateLimit.toLocaleString()}</> },
  { label: 'Created', cell: ({ createdAt }) => <When at={createdAt} /> },
]
