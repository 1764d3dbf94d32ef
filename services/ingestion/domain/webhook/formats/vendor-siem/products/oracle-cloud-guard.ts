import { id, idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status, when } from '../state.ts'
import { classTitle } from './class-words.ts'

const EVENT = 'com.oraclecloud.cloudguard.problem'

/** A problem of Oracle Cloud Guard, in an event of Oracle Cloud Infrastructure. `data.resourceName` is what the problem says. */
export const oracleCloudGuard: Product = {
  id: 'oracle_cloud_guard',
  name: 'Oracle Cloud Guard',
  source:
    'https://docs.oracle.com/en-us/iaas/cloud-guard/using/export-notifs-config.htm; an event that a public lab quotes; states and risk levels: https://docs.oracle.com/en-us/iaas/Content/cloud-guard/using/problems-page-about.htm',
  forms: [
    [
      like('eventType', /^com\.oraclecloud\.cloudguard\.problem/, `${EVENT}…`),
      has('data.resourceId'),
      has('data.additionalDetails'),
    ],
  ],
  title: ['{data.resourceName}: {data.additionalDetails.resourceName}', 'data.resourceName'],
  titleStandIn: [
    classTitle('Oracle Cloud Guard', 'data.additionalDetails.problemName'),
    'Oracle Cloud Guard problem {data.resourceId}',
  ],
  description: ['data.additionalDetails.reason', 'data.additionalDetails.problemDescription'],
  severity: [
    codes('data.additionalDetails.riskLevel', {
      critical: 'critical',
      high: 'high',
      medium: 'medium',
      low: 'low',
      minor: 'low',
    }),
  ],
  time: ['data.additionalDetails.lastDetected', 'eventTime'],
  systems: ['data.additionalDetails.resourceName', 'data.additionalDetails.resourceId'],
  identity: {
    of: idAnd('data.resourceId', ['data.additionalDetails.lastDetected', 'eventTime']),
    closes: id('data.resourceId'),
    why: 'The id is not unique: a problem that is found again after its end is opened again with the same id. Identity: id and the time at which it was last detected, or that of the event. A problem that is found again while it is open is a further alert: its event does not say whether the problem was open. The end finds its alert by the id.',
  },
  state: [
    when('eventType', [`${EVENT}remediated`, `${EVENT}resolved`], 'resolved'),
    when('eventType', [`${EVENT}dismissed`], 'suppressed'),
    status('data.additionalDetails.status'),
  ],
}
