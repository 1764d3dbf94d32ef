import type { JsonObject } from '@bufbuild/protobuf'
import { type ReactNode, useState } from 'react'
import { WebhookService } from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { useChange } from '../../api/change.ts'
import { Form } from '../../components/forms/form.tsx'
import { Card } from '../../components/page.tsx'

/** Shows which incident a mapping makes of a sample. Stores nothing. */
export function TryMapping(props: { endpointId: string; mapping: string; version: number }): ReactNode {
  const { endpointId, mapping, version } = props
  const attempt = useChange(WebhookService.method.tryWebhookMapping, { stores: false })
  const [made, setMade] = useState<JsonObject>()
  return (
    <Card
      title="Mapping"
      about={`Version ${version}. Try it, or a draft of the next one, with a sample. Nothing is stored.`}
    >
      <Form
        label="Try it"
        draft={`mapping of ${endpointId}`}
        fields={[
          { name: 'mapping', label: 'Mapping', kind: 'textarea', rows: 8, value: mapping },
          {
            name: 'sample',
            label: 'Sample',
            kind: 'textarea',
            rows: 6,
            required: true,
            hint: 'The JSON that the sender sends.',
          },
        ]}
        submit={async (values) => {
          setMade(undefined)
          const { incident } = await attempt({
            mapping: values.exact('mapping'),
            sample: values.exact('sample'),
          })
          setMade(incident)
        }}
      />
      {made !== undefined && (
        <>
          <h3>The incident that it makes</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled by keyboard. */}
          <pre tabIndex={0}>{JSON.stringify(made, null, 2)}</pre>
        </>
      )}
    </Card>
  )
}
