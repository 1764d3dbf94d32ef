import type { Product } from '../product.ts'
import { alerta } from './alerta.ts'
import { cortexXsoar } from './cortex-xsoar.ts'
import { dfirIris } from './dfir-iris.ts'
import { elasticCommonSchema } from './elastic-common-schema.ts'
import { fortiSoar } from './fortisoar.ts'
import { ibmSoar } from './ibm-soar.ts'
import { jira } from './jira.ts'
import { keep } from './keep.ts'
import { logpoint } from './logpoint.ts'
import { sekoia } from './sekoia.ts'
import { splunkSoar } from './splunk-soar.ts'
import { sumoLogicInsight } from './sumo-logic-insight.ts'

/**
 * Formats and products in which the alerts of any other are passed on: asked of what no product recognises and what holds no alert of
 * one, so that the alert of a known product is read by its own table wherever it stands in such an event, case or issue.
 */
export const COMMON_FORMATS: readonly Product[] = [
  elasticCommonSchema,
  sumoLogicInsight,
  sekoia,
  logpoint,
  alerta,
  keep,
  dfirIris,
  splunkSoar,
  cortexXsoar,
  fortiSoar,
  ibmSoar,
  jira,
]
