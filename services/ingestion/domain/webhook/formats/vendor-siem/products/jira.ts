import { valueAt, valuesAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, when } from '../state.ts'

const OTHER_EVENT = like('webhookEvent', /^(?!jira:issue_)/i, 'not jira:issue_…')

/** The default priorities of a site, and those of older sites. */
const PRIORITIES = {
  ...({ highest: 'critical', high: 'high', medium: 'medium', low: 'low', lowest: 'low' } as const),
  ...({ blocker: 'critical', critical: 'critical', major: 'high', minor: 'low', trivial: 'low' } as const),
  ...({ p1: 'critical', p2: 'high', p3: 'medium', p4: 'low', p5: 'low', urgent: 'critical' } as const),
} as const

/** An issue of Jira: a webhook event about it, or the issue as an automation sends it, in its two formats. */
export const jira: Product = {
  id: 'jira',
  name: 'Jira',
  source:
    'zulip/zulip, zerver/webhooks/jira/fixtures; https://support.atlassian.com/cloud-automation/docs/issue-data-automation-format-payload-for-send-web-request and its page on the Jira format; https://developer.atlassian.com/server/jira/platform/jira-service-desk-webhooks',
  forms: [
    [like('webhookEvent', /^jira:issue_/, 'jira:issue_…'), has('issue.key'), has('issue.fields.summary')],
    [has('issue.self'), has('issue.key'), has('issue.fields.summary')],
    [
      has('key'),
      has('fields.summary'),
      hasOneOf('fields.issuetype', 'fields.status', 'fields.project'),
      has('id'),
    ],
  ],
  title: ['issue.fields.summary', 'fields.summary'],
  description: ['issue.fields.description', 'fields.description'],
  severity: [
    ...['issue.fields.priority.name', 'issue.fields.priority', 'fields.priority.name', 'fields.priority'],
  ].map((path) => codes(path, PRIORITIES)),
  time: ['issue.fields.created', 'fields.created', 'timestamp'],
  systems: ['issue.fields.components.name', 'fields.components.name'],
  identity: {
    of: id('issue.self', 'self', 'issue.key', 'key'),
    why: 'The id is unique: the address of the issue holds the site and the number. Every event about the issue repeats it. The key is not stable: it changes where an issue is moved.',
  },
  state: [
    // Any other webhook event is about a part of an issue, such as a comment.
    rule((alert) => (OTHER_EVENT.holds(alert) ? 'informational' : null), 'webhookEvent'),
    when('webhookEvent', ['jira:issue_deleted'], 'closed'),
    when('issue.fields.status.statusCategory.key', ['done'], 'closed'),
    when('fields.status.statusCategory.key', ['done'], 'closed'),
    // A site sends every issue, and most are work.
    rule((alert) => (isWork(alert) ? 'informational' : null)),
  ],
}

/**
 * Whether an issue has a type, and neither the type, the labels, the components, the project nor the summary suggest an alert.
 */
function isWork(alert: unknown): boolean {
  const prefix = valueAt(alert, 'issue.fields') === undefined ? 'fields' : 'issue.fields'
  const type = plainText(valueAt(alert, `${prefix}.issuetype.name`))
  const names = CALLED.flatMap((name) => valuesAt(alert, `${prefix}.${name}`, 50)).map(plainText)
  const project = plainText(valueAt(alert, `${prefix}.project.key`))
  return (
    type !== '' &&
    !type.includes('事件') &&
    ![type, ...names].some((name) => ALERTS.some((words) => words.test(name))) &&
    !TEAM.test(project)
  )
}

const CALLED = ['labels', 'components.name', 'project.name', 'summary']
/**
 * English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Russian, Japanese, Chinese and Korean. In Chinese, 事件 is an incident
 * as the type of an issue; in a summary it is also an event of a program.
 */
const ALERTS = [
  /incident|alert|alarm|securit|vulnerab|threat|breach|outage|emergency|phish|malware|ransom|intrusion|compromis|finding|detection|problem|attack|exploit|leak|exfiltrat|suspicious|unauthori[sz]ed|brute[ _-]force|bruteforce|ddos|trojan|backdoor|spoof|stolen|hacked|\bcve-/i,
  /störung|vorfall|angriff|sicherheit|verdächtig|datenpanne|schwachstelle|schadsoftware|bedrohung|ausfall/i,
  /sécurit|attaque|vulnérab|menace|suspect|hameçonnage|faille|panne(?![a-rt-z])|seguridad|ataque|amenaza|sospechos|alerta|segurança|ameaça|suspeit|violação/i,
  /sicurezza|attacco|minaccia|sospett|incidente|violazione|beveiliging|aanval|dreiging|kwetsba|verdacht|storingen|storingsmelding|(?:stroom|netwerk|internet|systeem|server)storing|bezpiecze|zagroże|podatno|awari/i,
  /инцидент|безопасност|атак|угроз|уязвим|тревог|авари|インシデント|セキュリティ|攻撃|脅威|脆弱性|障害|アラート|安全|攻击|威胁|漏洞|告警|故障|警报|보안|공격|위협|취약|장애|경보|침해/i,
]
/** Usual project keys of teams that answer alerts. */
const TEAM = /^(?:SEC|SECOPS|SOC|CSIRT|CERT|INC|IR|IRT|DFIR|OPS|SRE|NOC)$/i
