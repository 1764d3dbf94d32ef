import type { ReactNode } from 'react'
import {
  type WebhookEndpoint,
  WebhookFormat,
  WebhookFormatSchema,
  WebhookService,
} from '../../../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { Action } from '../../components/forms/action.tsx'
import type { Field } from '../../components/forms/field.ts'
import type { Values } from '../../components/forms/values.ts'
import { ValueToCopy } from '../../components/value-to-copy.tsx'
import { choicesOf } from '../../language/words.ts'

/** The actions on an endpoint. */
export function EndpointActions({ endpoint }: { endpoint: WebhookEndpoint }): ReactNode {
  const { id, name, status } = endpoint
  if (status !== 'active') return null
  return (
    <>
      <Action
        method={WebhookService.method.updateWebhookEndpoint}
        label="Edit"
        confirm="Save"
        title={`Edit ${name}`}
        wide
        fields={settings(endpoint)}
        version={endpoint.version}
        request={(values, expectedVersion) => ({ id, expectedVersion, ...values.edited(settingsOf(values)) })}
        done={`${name} is changed.`}
      />
      <Action
        method={WebhookService.method.rotateWebhookSecret}
        label="New secret"
        title={`New secret for ${name}`}
        about="The old secret is no longer valid from now on."
        request={() => ({ id })}
        secret
        shows={(answer) => <SecretShown endpoint={answer.endpoint} secret={answer.secret} />}
      />
      <Action
        method={WebhookService.method.revokeWebhookEndpoint}
        label="Revoke"
        title={`Revoke ${name}`}
        tone="bad"
        about="The endpoint stops accepting calls immediately. Other endpoints are not affected. This cannot be undone."
        request={() => ({ id })}
        done={`${name} is revoked.`}
      />
    </>
  )
}

export const addressOf = ({ path }: Pick<WebhookEndpoint, 'path'>): string => window.location.origin + path

export function SecretShown({
  endpoint,
  secret,
}: {
  endpoint: WebhookEndpoint | undefined
  secret: string
}): ReactNode {
  return (
    <>
      {endpoint !== undefined && <ValueToCopy label="Address" value={addressOf(endpoint)} />}
      <ValueToCopy label="Signing secret, shown once" value={secret} />
    </>
  )
}

export function settings(endpoint?: WebhookEndpoint): Field[] {
  return [
    { name: 'name', label: 'Name', required: true, value: endpoint?.name },
    {
      name: 'format',
      label: 'Format',
      kind: 'select',
      options: choicesOf(WebhookFormatSchema),
      value: String(endpoint?.format ?? WebhookFormat.VENDOR_SIEM),
    },
    {
      name: 'pinFormat',
      label: 'Refuse calls that name another format',
      kind: 'check',
      value: endpoint?.pinFormat === true ? 'on' : '',
    },
    {
      name: 'generalReading',
      label: 'Read alerts of products that are not known by the usual names of fields',
      kind: 'check',
      value: endpoint?.generalReading === true ? 'on' : '',
    },
    {
      name: 'mapping',
      label: 'Mapping',
      kind: 'textarea',
      hint: 'JSON. Only for the format JSON by mapping.',
      value: endpoint?.mapping,
    },
    number('windowSeconds', 'Time window, seconds', endpoint?.windowSeconds ?? 300, 30, 900),
    number(
      'idempotencyHours',
      'Event ids are recognised for, hours',
      endpoint?.idempotencyHours ?? 168,
      1,
      2160,
    ),
    number('rateLimit', 'Calls a minute', endpoint?.rateLimit ?? 600, 1, 1_000_000),
  ]
}

const number = (name: string, label: string, value: number, min: number, max: number): Field => ({
  name,
  label,
  kind: 'number',
  min,
  max,
  value: String(value),
})

export function settingsOf(values: Values) {
  return {
    name: values.text('name'),
    format: values.number('format') as WebhookFormat,
    pinFormat: values.checked('pinFormat'),
    generalReading: values.checked('generalReading'),
    // For a format without a mapping none is sent: an empty object would not be a valid mapping.
    ...(values.text('mapping') === '' ? {} : { mapping: values.text('mapping') }),
    windowSeconds: values.number('windowSeconds'),
    idempotencyHours: values.number('idempotencyHours'),
    rateLimit: values.number('rateLimit'),
  }
}
