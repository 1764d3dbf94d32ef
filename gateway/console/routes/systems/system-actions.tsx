import { useQuery } from '@connectrpc/connect-query'
import { type ReactNode, useState } from 'react'
import { CertificationService } from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { type System, SystemService } from '../../../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { TriggerService } from '../../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { useMay, useSession } from '../../api/session.ts'
import { Action, ActionDialog } from '../../components/forms/action.tsx'
import { usePageDialog } from '../../components/forms/page-dialogs.tsx'
import { Failed, Loading } from '../../components/states.tsx'
import { Reviewed } from './system-review.tsx'

/** The actions on an AI system. */
export function SystemActions({ system }: { system: System }): ReactNode {
  const may = useMay()
  const certify = usePageDialog('certify', (close) => <Certify system={system} onClose={close} />)
  const attest = usePageDialog('attest', (close) => <Attest system={system} onClose={close} />)
  const { id, name } = system
  return (
    <>
      {may(CertificationService.method.certify) && (
        <button type="button" onClick={certify}>
          Certify
        </button>
      )}
      {may(CertificationService.method.attest) && (
        <button type="button" onClick={attest}>
          Attest
        </button>
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
      <EditSystem system={system} />
    </>
  )
}

function EditSystem({ system }: { system: System }): ReactNode {
  const { id, name, gateSuite, attestationRoles, version } = system
  return (
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
      version={version}
      request={(values, expectedVersion) => ({
        id,
        expectedVersion,
        ...values.edited({
          name: values.text('name'),
          attestationRoles: { values: values.listed('attestationRoles') },
          gateSuite: values.text('gateSuite'),
        }),
      })}
      done={`${name} is changed.`}
    />
  )
}

type Approval = { system: System; onClose: () => void }

function Certify({ system: { id, name }, onClose }: Approval): ReactNode {
  const { review, content, reviewedHash, hasChanged } = useReviewed(id, true)
  return (
    <ActionDialog
      content={content}
      held={review === undefined || hasChanged || review.obstacles.length > 0}
      wide
      onClose={onClose}
      method={CertificationService.method.certify}
      label="Certify this"
      title={`Certify ${name}`}
      about="You approve exactly this, in your name."
      request={() => ({ aiSystemId: id, reviewedHash })}
      done={`${name} is certified.`}
    />
  )
}

function Attest({ system: { id, name, attestationRoles: known }, onClose }: Approval): ReactNode {
  const { user } = useSession()
  const { review, content, reviewedHash, hasChanged } = useReviewed(id, false)
  const attestationRoles = review?.attestationRoles ?? known
  const held = user?.attestationRoles ?? []
  const asked = held.filter((role) => attestationRoles.includes(role))
  // The roles that the gate asks for come first.
  const own = [...asked, ...held.filter((role) => !asked.includes(role))]
  return (
    <ActionDialog
      content={content}
      held={review === undefined || hasChanged || own.length === 0}
      wide
      onClose={onClose}
      method={CertificationService.method.attest}
      label="Attest this"
      title={`Attest ${name}`}
      about={<AttestationRoles held={held} asked={asked} required={attestationRoles} />}
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

/** Says in which of the held roles an attestation counts. */
function AttestationRoles(props: {
  held: readonly string[]
  asked: readonly string[]
  required: readonly string[]
}): ReactNode {
  const { held, asked, required } = props
  if (held.length === 0)
    return <>You hold no role in which you could attest. An administrator gives such roles.</>
  if (asked.length > 0) return <>You approve exactly this, in your name.</>
  if (required.length === 0)
    return <>The gate asks for no attestation of this system. Yours is recorded, in your name.</>
  return (
    <>
      You hold none of the roles that must attest. Your attestation is recorded, in your name, and the gate
      goes on asking for theirs.
    </>
  )
}

/**
 * The review that the dialog shows and a person approves. Its hash goes with the call, which is refused if anything has changed
 * since. A review that has changed while the dialog was open MUST be read again before the action can be taken.
 */
function useReviewed(aiSystemId: string, certifying: boolean) {
  const { data: review, error } = useQuery(
    CertificationService.method.review,
    { aiSystemId },
    { staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  )
  const [read, setRead] = useState<string>()
  const reviewedHash = review?.reviewedHash ?? ''
  if (read === undefined && review !== undefined) setRead(reviewedHash)
  const hasChanged = read !== undefined && read !== reviewedHash
  return { review, content: contentOf(), reviewedHash, hasChanged }

  function contentOf(): ReactNode {
    if (review === undefined)
      return error ? <Failed error={error} /> : <Loading what="Reading what there is to review" />
    return (
      <>
        {hasChanged && (
          <div className="problem" role="alert">
            <p>What there is to review has changed since you opened this. Read it again.</p>
            <button type="button" onClick={() => setRead(reviewedHash)}>
              I have read it
            </button>
          </div>
        )}
        <Reviewed review={review} certifying={certifying} />
      </>
    )
  }
}
