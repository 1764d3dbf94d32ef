import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, object } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An issue, threat, threat detection, configuration or vulnerability finding of Wiz, from its webhook's default body or its API. */
export const wiz: Product = {
  id: 'wiz',
  name: 'Wiz',
  source:
    'panther-labs/panther-analysis, rules/wiz_rules; SEKOIA-IO/intake-formats, Wiz/wiz-issues/tests, Wiz/wiz-threat-detections/tests, Wiz/wiz-vulnerability-findings/tests; spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-wiz.md',
  forms: [
    [object('trigger'), object('issue'), object('control'), has('issue.id')],
    [object('trigger'), has('threat.id'), has('threat.severity')],
    [is('source', 'wiz'), has('issue.id'), has('issue.control')],
    [object('sourceRule'), object('entitySnapshot'), has('id')],
    [has('sourceRules.name'), object('entitySnapshot'), has('id')],
    [has('ruleMatch.rule.name'), has('id')],
    [has('tdrId'), has('tdrSource'), has('id')],
    [has('targetExternalId'), has('result'), has('id')],
    [object('vulnerableAsset'), hasOneOf('detailedName', 'CVSSSeverity'), has('id')],
  ],
  title: [
    '{name} in {detailedName} on {vulnerableAsset.name}',
    '{name} on {vulnerableAsset.name}',
    ...['control.name', 'sourceRule.name', 'sourceRules.name', 'ruleMatch.rule.name', 'title', 'rule.name'],
    ...['sourceRule.controlDescription', '{issue.control} on {issue.entity}', 'issue.control'],
    'threat.title',
  ],
  titleStandIn: ['Wiz issue {issue.id}', 'Wiz issue {id}', 'Wiz threat {threat.id}'],
  description: ['control.description', 'description', 'sourceRule.controlDescription', 'rule.description'],
  severity: [word('issue.severity', 'threat.severity', 'severity', 'vendorSeverity', 'CVSSSeverity')],
  time: [
    'issue.created',
    'issue.createdAt',
    'threat.createdAt',
    'createdAt',
    'firstSeenAt',
    'analyzedAt',
    'firstDetectedAt',
  ],
  systems: [
    'resource.name',
    'entitySnapshot.name',
    'primaryResource.name',
    'vulnerableAsset.name',
    'issue.entity',
    'threat.resources.name',
  ],
  identity: {
    of: id('issue.id', 'threat.id', 'id'),
    why: 'The id is unique: a UUID for each issue, threat, detection and finding. A change of its status repeats it. The ids of control, rule and the threat of a detection are not unique and are not read.',
  },
  state: [
    when('result', ['PASS'], 'passed'),
    when('issue.status', ['REJECTED'], 'suppressed'),
    when('threat.status', ['REJECTED'], 'suppressed'),
    when('status', ['REJECTED'], 'suppressed'),
    // The form in which Elastic's integration writes the status.
    when('status.value', ['REJECTED'], 'suppressed'),
    status('issue.status', 'threat.status', 'status', 'status.value'),
  ],
}
