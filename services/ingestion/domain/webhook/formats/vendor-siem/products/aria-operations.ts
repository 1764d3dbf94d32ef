import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of VMware Aria Operations (vRealize), as its REST notification plug-in sends it. */
export const ariaOperations: Product = {
  id: 'aria_operations',
  name: 'VMware Aria Operations',
  source:
    'https://techdocs.broadcom.com/us/en/vmware-cis/aria/aria-operations/8-18.html; alerta/alerta, tests/test_webhooks.py, vmware_vrealize',
  forms: [
    [
      like('criticality', /^ALERT_CRITICALITY_LEVEL_/, 'ALERT_CRITICALITY_LEVEL_…'),
      has('alertId'),
      has('status'),
    ],
  ],
  title: ['alertName', 'info', '{subType} of {resourceName}', 'resourceName'],
  description: ['info', '{type} {subType}'],
  severity: [
    codes('criticality', {
      alert_criticality_level_critical: 'critical',
      alert_criticality_level_immediate: 'high',
      alert_criticality_level_warning: 'medium',
      alert_criticality_level_info: 'informational',
    }),
  ],
  time: ['startDate', 'updateDate'],
  systems: ['resourceName'],
  identity: {
    of: id('alertId'),
    why: 'The id is unique: a UUID for each alert. Updates and the cancellation repeat it.',
  },
  state: [status('status')],
}
