import { IncidentWorkService } from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { Moment, Regime } from '../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  IncidentService,
  IncidentStatus,
  Regulation,
  Severity,
} from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { ObligationService } from '../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { timestamp } from '../../../services/kernel/values/time.ts'
import type { SampleClient } from './client.ts'

const { createIncident, moveIncident } = IncidentService.method
const { setIncidentMoments, assessIncident, commentIncident } = IncidentWorkService.method
const { fileIncidentReport } = ObligationService.method

/**
 * Makes the incidents of a typical week: one with an overdue report, one under another law, alerts to triage, two that are
 * closed.
 */
export async function fillIncidents(client: SampleClient): Promise<void> {
  await ransomware(client)
  await wrongAddresses(client)
  await finished(client)
  await alerts(client)
}

/** An incident under NIS2: the early warning was filed in time, the notification is overdue. */
async function ransomware({ asAdmin, ago }: SampleClient): Promise<void> {
  const { incident } = await asAdmin(createIncident, {
    title: 'Ransomware on the file server of the claims team',
    description: 'Files were found encrypted in the morning. The server is off the network.',
    severity: Severity.CRITICAL,
    regulation: Regulation.NIS2,
    detectedAt: timestamp(ago(80)),
    affectedSystems: ['fs-03', 'backup-01'],
  })
  const { id } = incident!
  await asAdmin(setIncidentMoments, { id, moments: [{ moment: Moment.AWARE, at: timestamp(ago(79)) }] })
  await asAdmin(fileIncidentReport, {
    id,
    regime: Regime.NIS2,
    step: 'early_warning',
    submittedAt: timestamp(ago(60)),
    recipient: 'CSIRT',
    reference: 'CSIRT-SAMPLE-117',
  })
  await asAdmin(commentIncident, {
    id,
    text: 'The backup of the weekend is whole. Restoring begins tonight.',
  })
  const note = 'No further files were encrypted since the server is off the network.'
  await asAdmin(moveIncident, { id, status: IncidentStatus.CONTAINED, note })
}

/** An incident under GDPR: it is assessed as a risk, so that the authority has to be notified in time. */
async function wrongAddresses({ asAdmin, ago }: SampleClient): Promise<void> {
  const { incident } = await asAdmin(createIncident, {
    title: 'Letters with medical data were sent to wrong addresses',
    description: 'A list was sorted by one column only. 212 letters are affected.',
    severity: Severity.HIGH,
    regulation: Regulation.GDPR,
    detectedAt: timestamp(ago(30)),
    affectedSystems: ['letter service'],
    affectedPersonsCount: 212n,
  })
  const { id } = incident!
  await asAdmin(setIncidentMoments, { id, moments: [{ moment: Moment.AWARE, at: timestamp(ago(28)) }] })
  const grounds = 'The letters name diagnoses. Some have been opened by others.'
  await asAdmin(assessIncident, { id, regime: Regime.GDPR, applies: true, level: 'risk', grounds })
}

/** Two incidents that are closed. */
async function finished({ asAdmin, ago }: SampleClient): Promise<void> {
  const laptop = await asAdmin(createIncident, {
    title: 'Lost laptop',
    description: 'Left on a train. Its disk is encrypted.',
    severity: Severity.LOW,
    regulation: Regulation.OTHER,
    detectedAt: timestamp(ago(190)),
  })
  const { id } = laptop.incident!
  const note = 'Wiped from afar; the finder brought it back.'
  await asAdmin(moveIncident, { id, status: IncidentStatus.RESOLVED, note })
  const phishing = await asAdmin(createIncident, {
    title: 'Phishing mail reported by eleven people',
    severity: Severity.MEDIUM,
    regulation: Regulation.OTHER,
    detectedAt: timestamp(ago(260)),
  })
  const blocked = 'Nobody entered a password; the sender is blocked.'
  await asAdmin(moveIncident, { id: phishing.incident!.id, status: IncidentStatus.RESOLVED, note: blocked })
}

/** Alerts of the SIEM, by signed webhook, not triaged yet. */
async function alerts({ deliver, ago }: SampleClient): Promise<void> {
  for (const [hours, severity, title, description] of [
    // The severity is unknown: a person decides it.
    [7, 'informational', 'Large upload to an unknown host', 'ws-0077 sent 3 GiB within an hour.'],
    [5, 'medium', 'Sign-in from two countries within an hour', 'Account of a claims handler.'],
    [3, 'low', 'Malware was blocked on ws-0142', 'The file came by mail and was not opened.'],
    [1, 'high', 'New administrator of the directory', 'Made outside of working hours.'],
  ] as const) {
    await deliver({
      title,
      description,
      severity,
      source_system: 'sample SIEM',
      external_id: `sample-${hours}`,
      occurred_at: ago(hours).toISOString(),
    })
  }
}
