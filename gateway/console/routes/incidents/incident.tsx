import { useQuery } from '@connectrpc/connect-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { EvidenceService } from '../../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { MomentSchema, RegimeSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Incident,
  IncidentService,
  IncidentStatusSchema,
  RegulationSchema,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { useMay } from '../../api/session.ts'
import { EnumBadge, Tags } from '../../components/badge.tsx'
import { ExportPackage } from '../../components/downloads/export-package.tsx'
import { Dialog } from '../../components/forms/dialog.tsx'
import { Card, Code, Facts, PageHead } from '../../components/page.tsx'
import { RecordId } from '../../components/record-id.tsx'
import { Loaded } from '../../components/states.tsx'
import { Exact } from '../../components/time.tsx'
import { capital, readable, wordOf } from '../../language/words.ts'
import { DuplicateNotice, IncidentLink } from './duplicate-notice.tsx'
import { IncidentActions } from './incident-actions.tsx'
import { Attachments } from './incident-attachments.tsx'
import { TimelineChart } from './incident-chart.tsx'
import { Filings } from './incident-filings.tsx'
import { Obligations } from './incident-obligations.tsx'
import { Reports } from './incident-reports.tsx'
import { Timeline } from './incident-timeline.tsx'
import { isOver } from './is-over.ts'

/** One incident: its facts, its obligations and its timeline. */
export function Page(): ReactNode {
  const { id } = useParams({ strict: false }) as { id: string }
  const query = useQuery(IncidentService.method.getIncident, { id })
  return (
    <Loaded query={query}>
      {({ incident, ownerDisabled }) => (
        <>
          <PageHead
            title={incident!.title}
            crumb={{ to: '/incidents', label: 'Incidents' }}
            badge={<EnumBadge schema={IncidentStatusSchema} value={incident!.status} />}
          >
            <SupportPackage incident={incident!} />
            <IncidentActions incident={incident!} />
          </PageHead>
          <DuplicateNotice incident={incident!} />
          {(incident!.work?.warnings ?? []).map((warning) => (
            <p className="notice warn" key={warning}>
              {warning}
            </p>
          ))}
          {ownerDisabled && !isOver(incident!) && (
            <p className="notice warn">
              The owner can no longer sign in. Assign the incident to another person.
            </p>
          )}
          <Obligations incident={incident!} />
          <Reports incident={incident!} />
          <Filings incident={incident!} />
          <Attachments incidentId={id} />
          <TimelineChart incident={incident!} />
          <div className="columns">
            <div>
              {incident!.description !== '' && (
                <Card title="Description">
                  <p className="long">{incident!.description}</p>
                </Card>
              )}
              <Timeline incidentId={id} />
            </div>
            <div>
              <About incident={incident!} />
            </div>
          </div>
        </>
      )}
    </Loaded>
  )
}

function About({ incident }: { incident: Incident }): ReactNode {
  const { source } = incident
  return (
    <Card title="About">
      <Facts
        of={[
          ['Severity', <EnumBadge key="s" schema={SeveritySchema} value={incident.severity} />],
          ['Regulation', <EnumBadge key="r" schema={RegulationSchema} value={incident.regulation} />],
          [
            'Affected systems',
            incident.affectedSystems.length > 0 && (
              <Tags key="a" words={incident.affectedSystems} most={50} />
            ),
          ],
          ['Affected persons', Number(incident.affectedPersonsCount).toLocaleString()],
          ['Owner', incident.work?.ownerEmail],
          ['Duplicates', (incident.work?.duplicates.length ?? 0) > 0 && <Duplicates key="u" of={incident} />],
          ...moments(incident),
          ...assessments(incident),
          ['Detected', <Exact key="d" at={incident.detectedAt} />],
          ['Recorded', <Exact key="c" at={incident.createdAt} />],
          ['Reported through', source && readable(source.kind)],
          ['Product', source?.product],
          ['Source system', source?.sourceSystem],
          ['External id', source?.externalId && <Code key="e" value={source.externalId} />],
          ['SHA-256 of the received body', source?.bodySha256 && <Code key="h" value={source.bodySha256} />],
          ['Id', <RecordId key="i" id={incident.id} />],
        ]}
      />
    </Card>
  )
}

function Duplicates({ of: { work } }: { of: Incident }): ReactNode {
  return (work?.duplicates ?? []).map((id) => (
    <div key={id}>
      <IncidentLink id={id} />
    </div>
  ))
}

function moments({ work }: Incident): [string, ReactNode][] {
  return (work?.moments ?? []).map(({ moment, at, saidBy }) => [
    capital(readable(wordOf(MomentSchema, moment))),
    <span key={moment} title={`said by ${saidBy}`}>
      <Exact at={at} />
    </span>,
  ])
}

function assessments({ work }: Incident): [string, ReactNode][] {
  return (work?.assessments ?? []).map(({ regime, applies, level, grounds, assessedBy }) => [
    readable(wordOf(RegimeSchema, regime)),
    `${applies ? readable(level) || 'applies' : 'does not apply'}: ${grounds} (${assessedBy})`,
  ])
}

function SupportPackage({ incident: { id, title } }: { incident: Incident }): ReactNode {
  const may = useMay()
  const [open, setOpen] = useState(false)
  if (!may(EvidenceService.method.exportEvidence)) return null
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Support package
      </button>
      {open && (
        <Dialog title={`Support package of ${title}`} onClose={() => setOpen(false)}>
          <p>A signed package with everything about this incident, which anyone can verify offline.</p>
          <ExportPackage incidentId={id} />
        </Dialog>
      )}
    </>
  )
}
