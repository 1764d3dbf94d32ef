import { useQuery } from '@connectrpc/connect-query'
import { type ReactNode, useState } from 'react'
import { CertificationService } from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { type System, SystemService } from '../../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { TriggerService } from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { useMay, useSession } from '../../api/session.ts'
import { Action, ActionDialog } from '../../components/forms/action.tsx'
import { Failed, Loading } from '../../components/states.tsx'
import { Reviewed } from './system-review.tsx'

/** What can be done with an AI system. */
export function SystemActions({ system }: { system: System }): ReactNode {
  const may = useMay()
  const [approving, setApproving] = useState<'certify' | 'attest'>()
  const { id, name, gateSuite, attestationRoles } = system
  return (
    <>
      {may(CertificationService.method.certify) && (
        <button type="button" onClick={() => setApproving('certify')}>
          Certify
        </button>
      )}
      {may(CertificationService.method.attest) && (
        <button type="button" onClick={() => setApproving('attest')}>
          Attest
        </button>
      )}
      {approving !== undefined && (
        <Approve action={approving} system={system} onClose={() => setApproving(undefined)} />
      )}
      <Action
        method={TriggerService.method.openTrigger}
        label="Open a trigger"
        title={`Open a trigger for ${name}`}
        about="While it is open, the gate blocks."
        fields={[{ name: 'reason', label: 'Reason', kind: 'textarea', required: true }]}
        request={(values) => ({ aiSystemId: id, reason: values.text('reason') })}
        done="The trigger is open."
      />
      <Action
        method={SystemService.method.updateSystem}
        label="Edit"
        confirm="Save"
        title={`Edit ${name}`}
        fields={[
          { name: 'name', label: 'Name', required: true, value: name },
          {
            name: 'gateSuite',
            label: 'Gate suite',
            value: gateSuite,
            hint: 'The suite that a release must meet.',
          },
          {
            name: 'attestationRoles',
            label: 'Roles that must attest',
            kind: 'textarea',
            rows: 2,
            hint: 'One a line.',
            value: attestationRoles,
          },
        ]}
        request={(values) => ({
          id,
          name: values.text('name'),
          attestationRoles: { values: values.lines('attestationRoles') },
          ...(values.text('gateSuite') === '' ? {} : { gateSuite: values.text('gateSuite') }),
        })}
        done={`${name} is changed.`}
      />
    </>
  )
}

/** Certifies or attests exactly what the dialog shows: its hash goes with the action, which is refused if anything has changed. */
function Approve({
  action,
  system: { id, name },
  onClose,
}: {
  action: 'certify' | 'attest'
  system: System
  onClose: () => void
}): ReactNode {
  const { user } = useSession()
  const review = useQuery(
    CertificationService.method.review,
    { aiSystemId: id },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )
  const content =
    review.data === undefined ? (
      review.error ? (
        <Failed error={review.error} />
      ) : (
        <Loading what="Reading what there is to review" />
      )
    ) : (
      <Reviewed review={review.data} certifying={action === 'certify'} />
    )
  const reviewedHash = review.data?.reviewedHash ?? ''
  const held = review.data === undefined || (action === 'certify' && review.data.obstacles.length > 0)
  const common = { content, held, wide: true, onClose }
  if (action === 'certify') {
    return (
      <ActionDialog
        {...common}
        method={CertificationService.method.certify}
        label="Certify this"
        title={`Certify ${name}`}
        about="You approve exactly this, in your name."
        request={() => ({ aiSystemId: id, reviewedHash })}
        done={`${name} is certified.`}
      />
    )
  }
  const own = user?.attestationRoles ?? []
  return (
    <ActionDialog
      {...common}
      held={held || own.length === 0}
      method={CertificationService.method.attest}
      label="Attest this"
      title={`Attest ${name}`}
      about={
        own.length === 0
          ? 'You hold no role in which you could attest. An administrator gives such roles.'
          : 'You approve exactly this, in your name.'
      }
      fields={[
        {
          name: 'role',
          label: 'As',
          kind: 'select',
          options: own.map((one) => [one, one] as const),
          required: true,
        },
        { name: 'statement', label: 'Statement', kind: 'textarea', required: true },
      ]}
      request={(values) => ({
        aiSystemId: id,
        reviewedHash,
        role: values.text('role'),
        statement: values.text('statement'),
      })}
      done={`Your attestation of ${name} is recorded.`}
    />
  )
}
