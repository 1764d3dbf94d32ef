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

/** Formats that pass on alerts of any other product, each as an alert of its own. */
const ALERT_FORMATS: readonly Product[] = [
  elasticCommonSchema,
  sumoLogicInsight,
  sekoia,
  logpoint,
  alerta,
  keep,
]

/** Cases and issues that people or rules open about alerts. */
export const CASE_FORMATS: readonly Product[] = [dfirIris, splunkSoar, cortexXsoar, fortiSoar, ibmSoar, jira]

/**
 * Formats and products that pass on alerts of any other product. They are used only if no product recognises the alert and it
 * holds no known one. The alert of a known product is therefore read by its own table, in any such event, case or issue.
 */
export const COMMON_FORMATS: readonly Product[] = [...ALERT_FORMATS, ...CASE_FORMATS]
