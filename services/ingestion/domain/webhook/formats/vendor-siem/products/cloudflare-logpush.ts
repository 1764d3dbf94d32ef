import { hashOf, idAnd, wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'

const IS_MAIL = has('AlertID')
const IS_FINDING = has('FindingTypeID')

/**
 * An alert among the logs that Cloudflare's Logpush sends: a message that Email Security judged, a finding of CASB, or an attack
 * that Magic IDS saw. Messages and attacks are not graded.
 */
export const cloudflareLogpush: Product = {
  id: 'cloudflare_logpush',
  name: 'Cloudflare Logpush',
  source:
    'https://developers.cloudflare.com/logs/logpush/logpush-job/datasets/account/; elastic/integrations, packages/cloudflare_logpush, data streams email_security_alerts, casb and magic_ids',
  forms: [
    [IS_MAIL, has('FinalDisposition'), hasOneOf('AlertReasons', 'ThreatCategories'), has('Timestamp')],
    [IS_FINDING, has('FindingTypeDisplayName'), has('IntegrationID'), has('DetectedTimestamp')],
    [numeric('SignatureID'), has('SignatureMessage'), has('ColoCode'), has('Timestamp')],
  ],
  title: [
    '{FindingTypeDisplayName}: {AssetDisplayName}',
    'FindingTypeDisplayName',
    'SignatureMessage',
    '{ThreatCategories}: {Subject}',
    'Message of {From}: {Subject}',
  ],
  titleStandIn: ['Cloudflare alert {AlertID}'],
  description: ['{FinalDisposition}: {AlertReasons}', 'FinalDisposition', 'AssetLink', 'Action'],
  severity: [word('FindingTypeSeverity')],
  time: ['Timestamp', 'DetectedTimestamp'],
  systems: ['IntegrationDisplayName', 'SMTPEnvelopeTo', 'DestinationIP'],
  identity: {
    of: (alert) => {
      if (IS_MAIL.holds(alert)) return ofMail(alert)
      return IS_FINDING.holds(alert) ? ofFinding(alert) : wholeAlert(alert)
    },
    why: 'The id of an alert about a message is unique; with the recipients it is safe for copies. A finding of CASB has no id of its own. Identity of a finding: integration, instance, kind, asset and time. Identity of an attack: the whole entry. An entry never changes.',
  },
}

const ofMail = idAnd('AlertID', 'MessageID', 'SMTPEnvelopeTo')
const ofFinding = hashOf(
  ...['IntegrationID', 'InstanceID', 'FindingTypeID', 'AssetExternalID', 'DetectedTimestamp'],
)
