import { id } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** A workbench alert of Trend Vision One. */
export const trendVisionOne: Product = {
  id: 'trend_vision_one',
  name: 'Trend Vision One',
  source: 'https://automation.trendmicro.com/xdr/api-v3/#tag/Workbench',
  forms: [
    [like('id', /^WB-/, 'WB-…'), hasOneOf('model', 'modelId', 'workbenchLink')],
    [has('workbenchLink'), has('model'), has('severity'), has('id')],
    [like('workbenchId', /^WB-/, 'WB-…'), hasOneOf('workbenchName', 'model', 'workbenchLink')],
  ],
  title: ['model', 'workbenchName', 'description'],
  description: ['description', 'detail.description'],
  severity: [word('severity'), scale('score', { low: 0, medium: 30, high: 60, critical: 80 })],
  time: [
    'createdDateTime',
    'workbenchCreatedTime',
    'createdTime',
    'detail.alertTriggerTimestamp',
    'matchedRules.matchedFilters.matchedDateTime',
    'updatedDateTime',
  ],
  systems: ['impactScope.entities.entityValue.name', 'detail.impactScope.entityValue.name'],
  identity: {
    of: id('id', 'workbenchId'),
    why: "The id is unique: 'unique alphanumeric string that identifies a Workbench alert' (API v3). A change of the status repeats it.",
  },
  state: [
    reasonOfEnd(
      status('investigationResult'),
      'investigationStatus',
      'status',
      is('investigationStatus', '1'),
    ),
    status('investigationStatus'),
    // Before version 3 the status is a number: 0 new, 1 in progress, 2 and 3 resolved as true and false positive.
    when('investigationStatus', [2], 'resolved'),
    when('investigationStatus', [3], 'false_positive'),
    status('status'),
  ],
}
