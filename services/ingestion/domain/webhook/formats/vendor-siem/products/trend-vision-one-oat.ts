import { valuesAt } from '../../../fields.ts'
import { id } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** Observed attack techniques of Trend Vision One: activity that matched Trend's filters. */
export const trendVisionOneOat: Product = {
  id: 'trend_vision_one_oat',
  name: 'Trend Vision One',
  source:
    'https://automation.trendmicro.com/xdr/api-v3/#tag/Observed-Attack-Techniques; SEKOIA-IO/intake-formats, Trend Micro/trend-micro-vision-one-oat/tests',
  forms: [
    [has('filters.riskLevel'), has('filters.name'), has('uuid')],
    [has('filterRiskLevel'), has('uuid'), hasOneOf('ruleName', 'eventName'), has('eventTime')],
  ],
  title: ['filters.name', 'description', 'ruleName', 'eventName'],
  description: ['filters.description', 'description'],
  severity: [highest, word('filterRiskLevel', 'detail.filterRiskLevel')],
  time: ['detectedDateTime', 'eventTime', 'detail.eventTime'],
  systems: ['endpoint.endpointName', 'detail.endpointHostName', 'entityName', 'mailbox'],
  identity: {
    of: id('uuid'),
    why: "The id is unique: 'unique alphanumeric string that identifies an event' (API v3, uuid).",
  },
}

/** An activity can match several filters, each with its own risk. */
function highest(alert: unknown): Level | null {
  const risks = valuesAt(alert, 'filters.riskLevel', 50).map((risk) => word('risk')({ risk }))
  return RANKED.find((level) => risks.includes(level)) ?? null
}

const RANKED: readonly Level[] = ['critical', 'high', 'medium', 'low', 'informational']
