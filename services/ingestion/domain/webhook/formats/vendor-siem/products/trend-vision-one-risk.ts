import { hashOf } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A risk event of Trend Vision One's exposure management, graded from 0 to 100: high from 70, medium from 31. */
export const trendVisionOneRisk: Product = {
  id: 'trend_vision_one_risk',
  name: 'Trend Vision One',
  source:
    'chronicle/content-hub, parsers/third_party/partner/TREND_MICRO/TRENDMICRO_VISION_ONE_RISK_EVENTS; https://docs.trendmicro.com/en-us/documentation/article/trend-vision-one-risk-index-algorithm',
  forms: [[has('riskEventName'), has('riskFactorName'), numeric('riskScore'), has('resolveFlag')]],
  title: [
    '{riskEventName} on {hostName}',
    '{riskEventName}: {assetName}',
    '{riskEventName}: {email}',
    'riskEventName',
  ],
  description: ['description', 'riskFactorName'],
  severity: [scale('riskScore', { low: 0, medium: 31, high: 70 })],
  time: ['eventTimeDT', 'createTimeDT'],
  systems: ['hostName', 'assetName', 'hostIp', 'email'],
  identity: {
    of: hashOf(
      ...['customerId', 'riskEventName', 'riskFactorName', 'eventTimeDT', 'createTimeDT'],
      ...['hostName', 'hostIp', 'assetName', 'email', 'cloudAccountId', 'instanceId', 'description'],
    ),
    why: 'An event has no id. Identity: customer, kind, asset and both times. A change of the state repeats them.',
  },
  state: [when('resolveFlag', ['accepted', 'dismissed'], 'suppressed'), status('resolveFlag')],
}
