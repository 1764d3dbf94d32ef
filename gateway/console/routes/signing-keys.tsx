import { useQuery } from '@connectrpc/connect-query'
import type { ReactNode } from 'react'
import { type SigningKey, SigningKeyService } from '../../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { Badge } from '../components/badge.tsx'
import { Action } from '../components/forms/action.tsx'
import { type Column, Table } from '../components/lists/table.tsx'
import { Card, Code, PageHead } from '../components/page.tsx'
import { Empty, Loaded } from '../components/states.tsx'
import { Exact } from '../components/time.tsx'
import { ValueToCopy } from '../components/value-to-copy.tsx'

/** The keys that sign checkpoints and packages. */
export function Page(): ReactNode {
  const keys = useQuery(SigningKeyService.method.listSigningKeys, {})
  return (
    <>
      <PageHead
        title="Signing keys"
        about="The keys that sign checkpoints and packages. The private keys stay in the key service."
      >
        {keys.data?.operatorOnly === false && <Rotate />}
      </PageHead>
      {keys.data?.operatorOnly && (
        <p className="notice">
          The keys sign for several organizations: only the operator of the installation rotates and revokes
          them.
        </p>
      )}
      <Card flush>
        <Loaded query={keys}>
          {(data) =>
            data.keys.length === 0 ? (
              <Empty title="No signing keys yet." />
            ) : (
              <Table
                caption="Signing keys"
                columns={COLUMNS}
                rows={data.keys}
                id={({ kid }) => kid}
                {...(data.operatorOnly ? {} : { actions: (row: SigningKey) => <Revoke signingKey={row} /> })}
              />
            )
          }
        </Loaded>
      </Card>
    </>
  )
}

function Rotate(): ReactNode {
  return (
    <Action
      method={SigningKeyService.method.rotateSigningKey}
      label="Rotate"
      title="Rotate the signing key"
      about="Rotates to the next key. The current key is retired: its signatures can still be verified. A retired key can be revoked."
      request={() => ({})}
      shows={({ key }) => <ValueToCopy label="New key" value={key?.kid ?? ''} />}
    />
  )
}

function Revoke({ signingKey: { kid, status } }: { signingKey: SigningKey }): ReactNode {
  if (status === 'revoked') return null
  const inUse = status === 'active'
  return (
    <Action
      method={SigningKeyService.method.revokeSigningKey}
      label="Revoke"
      title={`Revoke signing key ${kid.slice(0, 12)}`}
      tone="bad"
      about="Publishes the key as compromised. Its signatures are no longer trusted. This cannot be undone."
      held={inUse}
      content={
        inUse && <p>This key is in use. Rotate the signing key first; then this one can be revoked.</p>
      }
      fields={[{ name: 'reason', label: 'Reason', kind: 'textarea', required: true }]}
      request={(values) => ({ kid, reason: values.text('reason') })}
      done="The key is published as compromised."
    />
  )
}

const COLUMNS: Column<SigningKey>[] = [
  { label: 'Key', kind: 'code', cell: ({ kid }) => <Code value={kid} /> },
  { label: 'Status', cell: ({ status }) => <Badge word={status} /> },
  { label: 'Rotation', kind: 'number', cell: ({ number }) => <>{number}</> },
  { label: 'From', cell: ({ validFrom }) => <Exact at={validFrom} /> },
  { label: 'Until', cell: ({ validUntil }) => <Exact at={validUntil} /> },
  { label: 'Revoked because', kind: 'long', cell: ({ revocationReason }) => <>{revocationReason}</> },
]
