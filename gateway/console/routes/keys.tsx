import type { Timestamp } from '@bufbuild/protobuf/wkt'
import type { ReactNode } from 'react'
import { type ApiKey, KeyService } from '../../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { PERMISSIONS } from '../../../services/kernel/identity/permissions.ts'
import { useList } from '../api/list.ts'
import { Badge, Tags } from '../components/badge.tsx'
import { Action } from '../components/forms/action.tsx'
import { beginningAt } from '../components/forms/timestamp.ts'
import type { Values } from '../components/forms/values.ts'
import { type Column, ListTable } from '../components/lists/table.tsx'
import { Card, PageHead } from '../components/page.tsx'
import { InTheLog } from '../components/record-id.tsx'
import { Empty } from '../components/states.tsx'
import { When } from '../components/time.tsx'
import { ValueToCopy } from '../components/value-to-copy.tsx'

/** The keys with which systems call the API. */
export function Page(): ReactNode {
  const list = useList(KeyService.method.listKeys, {}, ({ keys }) => keys)
  return (
    <>
      <PageHead
        title="API keys"
        about="One key a system, with no wider permissions than it needs. A revoked key is refused at once."
      >
        <NewKey />
      </PageHead>
      <Card flush>
        <ListTable
          list={list}
          caption="API keys"
          columns={COLUMNS}
          id={({ id }) => id}
          actions={(row) => (
            <>
              <InTheLog id={row.id} of={row.name} /> <KeyActions apiKey={row} />
            </>
          )}
          empty={
            <Empty title="No API keys yet.">Create one for the first system that will call the API.</Empty>
          }
        />
      </Card>
    </>
  )
}

function NewKey(): ReactNode {
  return (
    <Action
      method={KeyService.method.createKey}
      label="New API key"
      title="New API key"
      tone="main"
      fields={[
        { name: 'name', label: 'Name', required: true, hint: 'The system that will use it.' },
        {
          name: 'permissions',
          label: 'Permissions',
          kind: 'checks',
          options: PERMISSIONS.map((permission) => [permission, permission]),
        },
        { name: 'rateLimit', label: 'Calls a minute', kind: 'number', min: 1, max: 1_000_000, value: '600' },
        { name: 'expiresAt', label: 'Expires', kind: 'datetime-local', hint: 'Empty: it does not expire.' },
      ]}
      request={(values) => ({
        name: values.text('name'),
        permissions: values.all('permissions'),
        rateLimit: values.number('rateLimit'),
        ...endOf(values),
      })}
      secret
      shows={({ secret, key }) => (
        <ValueToCopy label={`API key of ${key?.name}, shown once`} value={secret} />
      )}
    />
  )
}

function KeyActions({ apiKey }: { apiKey: ApiKey }): ReactNode {
  const { id, name, rateLimit, status, expiresAt, version } = apiKey
  if (status === 'revoked') return null
  return (
    <>
      <Action
        method={KeyService.method.updateKey}
        label="Edit"
        confirm="Save"
        title={`Edit key ${name}`}
        fields={[
          { name: 'name', label: 'Name', required: true, value: name },
          {
            name: 'rateLimit',
            label: 'Calls a minute',
            kind: 'number',
            min: 1,
            max: 1_000_000,
            value: String(rateLimit),
          },
          // The expiry of an expired key cannot be changed.
          ...(status === 'expired'
            ? []
            : [
                {
                  name: 'expiresAt',
                  label: 'Expires',
                  ...beginningAt(expiresAt),
                  kind: 'datetime-local' as const,
                  hint: 'Empty: it does not expire.',
                },
              ]),
        ]}
        version={version}
        request={(values, expectedVersion) => {
          const { expiresAt: end, ...others } = values.edited({
            name: values.text('name'),
            rateLimit: values.number('rateLimit'),
            expiresAt: { neverExpires: values.text('expiresAt') === '', ...endOf(values) },
          })
          return { id, expectedVersion, ...others, ...end }
        }}
        done="The key is changed."
      />
      <Action
        method={KeyService.method.revokeKey}
        label="Revoke"
        title={`Revoke key ${name}`}
        tone="bad"
        about="Calls with this key are refused from now on. This cannot be undone."
        request={() => ({ id })}
        done={`The key ${name} is revoked.`}
      />
    </>
  )
}

/** Returns the expiry that was typed; none if the field was left empty. */
function endOf(values: Values): { expiresAt?: Timestamp } {
  return values.text('expiresAt') === '' ? {} : { expiresAt: values.instant('expiresAt') }
}

const COLUMNS: Column<ApiKey>[] = [
  { label: 'Name', cell: ({ name }) => <>{name}</> },
  { label: 'Begins with', kind: 'code', cell: ({ prefix }) => <code>{prefix}</code> },
  { label: 'Status', cell: ({ status }) => <Badge word={status} /> },
  { label: 'Permissions', cell: ({ permissions }) => <Tags words={permissions} /> },
  { label: 'Calls a minute', kind: 'number', cell: ({ rateLimit }) => <>{rateLimit.toLocaleString()}</> },
  {
    label: 'Expires',
    cell: ({ expiresAt }) => (expiresAt === undefined ? <>never</> : <When at={expiresAt} />),
  },
  { label: 'Last used', cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
]
