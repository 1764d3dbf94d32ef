import type { ReactNode } from 'react'
import {
  type Attestation,
  type Certification,
  CertificationService,
} from '../../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { type Profile, ProfileService } from '../../../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { useList } from '../../api/list.ts'
import { Tags } from '../../components/badge.tsx'
import { Action } from '../../components/forms/action.tsx'
import type { Field } from '../../components/forms/field.ts'
import type { Values } from '../../components/forms/values.ts'
import { type Column, ListTable } from '../../components/lists/table.tsx'
import { Card } from '../../components/page.tsx'
import { InTheLog } from '../../components/record-id.tsx'
import { Empty } from '../../components/states.tsx'
import { None, When } from '../../components/time.tsx'

/** The profile of each agent. */
export function Profiles({ systemId }: { systemId: string }): ReactNode {
  const list = useList(
    ProfileService.method.listProfiles,
    { aiSystemId: systemId },
    ({ profiles }) => profiles,
    {
      limit: 20,
    },
  )
  return (
    <Card
      title="Agent profiles"
      about="The documented and expected tools and models of each agent."
      flush
      id="profiles"
      actions={
        <Action
          method={ProfileService.method.createProfile}
          label="New agent profile"
          title="New agent profile"
          fields={[{ name: 'agentIdentity', label: 'Agent identity', required: true }, ...fields()]}
          request={(values) => ({
            aiSystemId: systemId,
            agentIdentity: values.text('agentIdentity'),
            tools: values.listed('tools'),
            ...versions(values),
          })}
          done="The agent profile is recorded."
        />
      }
    >
      <ListTable
        list={list}
        caption="Agent profiles"
        columns={PROFILES}
        id={({ id }) => id}
        actions={(row) => (
          <>
            <InTheLog id={row.id} of={row.agentIdentity} />
            <EditProfile profile={row} />
          </>
        )}
        empty={<Empty title="No agent is documented.">The gate blocks until there is a profile.</Empty>}
      />
    </Card>
  )
}

function EditProfile({ profile }: { profile: Profile }): ReactNode {
  return (
    <Action
      method={ProfileService.method.updateProfile}
      label="Edit"
      confirm="Save"
      title={`Edit agent ${profile.agentIdentity}`}
      fields={fields(profile)}
      version={profile.version}
      request={(values, expectedVersion) => ({
        id: profile.id,
        expectedVersion,
        ...values.edited({ tools: { values: values.listed('tools') }, ...versions(values) }),
      })}
      done={`The profile of ${profile.agentIdentity} is changed.`}
    />
  )
}

const fields = (profile?: Profile): Field[] => [
  { name: 'tools', label: 'Documented tools', kind: 'textarea', hint: 'One a line.', value: profile?.tools },
  { name: 'modelName', label: 'Model', value: profile?.modelName },
  { name: 'modelVersion', label: 'Model version', value: profile?.modelVersion },
  { name: 'promptVersion', label: 'Prompt version', value: profile?.promptVersion },
]

const versions = (values: Values) => ({
  modelName: values.text('modelName'),
  modelVersion: values.text('modelVersion'),
  promptVersion: values.text('promptVersion'),
})

const PROFILES: Column<Profile>[] = [
  { label: 'Agent', cell: ({ agentIdentity }) => <>{agentIdentity}</> },
  {
    label: 'Model',
    cell: ({ modelName, modelVersion }) => <>{[modelName, modelVersion].filter(Boolean).join(' ')}</>,
  },
  { label: 'Prompt', cell: ({ promptVersion }) => (promptVersion === '' ? <None /> : promptVersion) },
  { label: 'Tools', cell: ({ tools }) => <Tags words={tools} /> },
  { label: 'Version', kind: 'number', cell: ({ version }) => <>{version}</> },
]

export function Certifications({ systemId }: { systemId: string }): ReactNode {
  const list = useList(
    CertificationService.method.listCertifications,
    { aiSystemId: systemId },
    ({ certifications }) => certifications,
    { limit: 20 },
  )
  return (
    <Card
      title="Certifications"
      about="Who approved which suite version with which agents."
      flush
      id="certifications"
    >
      <ListTable
        list={list}
        caption="Certifications"
        columns={CERTIFICATIONS}
        id={({ id }) => id}
        actions={({ id, suiteName }) => <InTheLog id={id} of={suiteName} />}
        empty={
          <Empty title="Not certified yet.">Certify at the head of this page, once the suite is met.</Empty>
        }
      />
    </Card>
  )
}

const CERTIFICATIONS: Column<Certification>[] = [
  { label: 'Suite', cell: ({ suiteName, suiteVersion }) => <>{`${suiteName}, version ${suiteVersion}`}</> },
  {
    label: 'Results',
    kind: 'long',
    cell: ({ results }) => <>{results.map((one) => `${one.metricName} ${one.metricValue}`).join(', ')}</>,
  },
  { label: 'By', cell: ({ certifiedBy }) => <>{certifiedBy?.name}</> },
  { label: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
]

export function Attestations({ systemId }: { systemId: string }): ReactNode {
  const list = useList(
    CertificationService.method.listAttestations,
    { aiSystemId: systemId },
    ({ attestations }) => attestations,
    { limit: 20 },
  )
  return (
    <Card title="Attestations" about="Who attests it, in which role." flush id="attestations">
      <ListTable
        list={list}
        caption="Attestations"
        columns={ATTESTATIONS}
        id={({ id }) => id}
        empty={
          <Empty title="Nobody has attested yet.">
            Who holds a role that must attest does so at the head of this page.
          </Empty>
        }
      />
    </Card>
  )
}

const ATTESTATIONS: Column<Attestation>[] = [
  { label: 'Role', cell: ({ role }) => <>{role}</> },
  { label: 'Statement', kind: 'long', cell: ({ statement }) => <>{statement}</> },
  { label: 'By', cell: ({ attestedBy }) => <>{attestedBy?.name}</> },
  { label: 'Suite', cell: ({ suiteName, suiteVersion }) => <>{`${suiteName}, version ${suiteVersion}`}</> },
  { label: 'When', cell: ({ createdAt }) => <When at={createdAt} /> },
]
