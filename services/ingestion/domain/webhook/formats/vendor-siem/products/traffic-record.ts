import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import type { State } from '../state.ts'
import { CEF, cefText, extensionOf } from './cef-fields.ts'
import { labelledFinding } from './cef-titles.ts'
import { VAULT_ROUTINE } from './cyberark-codes.ts'
import { ROUTINE } from './kaspersky.ts'

/**
 * Returns `informational` for an entry that its vendor's catalogue separates from findings: the record of a session (TRAFFIC of
 * Palo Alto Networks, `traffic:…` of Fortinet, `Log` of Check Point's firewall, connections of SonicWall and Forcepoint), of a
 * request that no rule objected to (F5, Imperva), of a mail in Cisco's gateway, or of user activity (Netwrix, CrowdStrike,
 * CyberArk, One Identity, ADAudit Plus). Returns null if the record names a finding (ended by a threat, an action of UTM, a
 * threat score, a verdict, a field labelled as a threat), and for any other event.
 */
export function trafficRecord(alert: unknown): State | null {
  const isRecord = RECORDS.get(cefText(alert, ...CEF.vendor).toLowerCase())
  return isRecord?.(alert) && labelledFinding(alert) === undefined ? 'informational' : null
}

/**
 * The kind is in the class id or, for PAN-OS itself, in the name. Logons (USERID), address tags and host profile matches have
 * logs of their own too.
 */
function paloAlto(alert: unknown): boolean {
  const kinds = [cefText(alert, ...CEF.class), cefText(alert, ...CEF.name)]
  if (kinds.some((kind) => /^(?:USERID|IPTAG|HIP-?MATCH)$/.test(kind))) return true
  if (kinds.includes('AUTH')) return isOrdinary(alert) && isLogin(alert)
  if (kinds.some((kind) => /^(?:GLOBALPROTECT|DECRYPTION)$/.test(kind)))
    return isOrdinary(alert) && !FAILED.test(cefText(alert, ...MESSAGES))
  return kinds.includes('TRAFFIC') && cefText(alert, ...REASONS) !== 'threat'
}

/**
 * Whether an entry about a login, a connection or a session names neither a failure nor a quarantined device, and is graded as
 * low.
 */
function isOrdinary(alert: unknown): boolean {
  const isLow = /^[0-3]$/.test(cefText(alert, ...CEF.severity))
  return isLow && extensionOf(alert).every(([key, value]) => !TROUBLE.test(key) || !isSaid(plainText(value)))
}

/** The reason of a failed login is only in the message. */
function isLogin(alert: unknown): boolean {
  const message = cefText(alert, ...MESSAGES)
  return message === '' || (/\bsucce(?:ss|eded|ssful|ssfully)\b/i.test(message) && !FAILED.test(message))
}

function isSaid(text: string): boolean {
  return (
    text !== '' &&
    !/^(?:0|no|none|null|false|success|succeeded|n\/a|login|logout|connected|allow)$/i.test(text)
  )
}

/** Entries of the message log and about executed commands that the exporter grades as low. */
function ibm(alert: unknown): boolean {
  const log = cefText(alert, ...CEF.class)
  const isLog = log === 'QSYS-QHST' || (log === 'QSYS-QAUDJRN' && cefText(alert, ...CEF.name) === 'T-CD')
  return isLog && /^(?:low|[0-3])$/i.test(cefText(alert, ...CEF.severity))
}

/** Opened connections and pages, by their numbers in SonicWall's reference of log events. */
function sonicWall(alert: unknown): boolean {
  return /^(?:97|98|537)$/.test(cefText(alert, ...CEF.class))
}

/** If the packet filter raises an alert, the message says so. */
function forcepoint(alert: unknown): boolean {
  const isAlert = /^alert\b/i.test(cefText(alert, 'cef.extension.msg', 'cef.extensions.message', 'Message'))
  return /^Connection_(?:Allowed|Closed|Discarded|Refused)$/.test(cefText(alert, ...CEF.name)) && !isAlert
}

/**
 * Ungraded entries about activity in a session. A pattern that was found in a session has an entry of its own (`ChannelAlert`).
 */
function oneIdentity(alert: unknown): boolean {
  const isSession = /^(?:FileTransfer|WindowTitleChannelEvent|ServerAuthenticationSuccess)$/.test(
    cefText(alert, ...CEF.name),
  )
  return cefText(alert, ...CEF.product) === 'SPS' && isSession && cefText(alert, ...CEF.severity) === '0'
}

/** Reports of logons and directory changes, which the product separates from its alerts and grades as low. */
function adAudit(alert: unknown): boolean {
  const isReport = /^[A-Za-z]+Reports$/.test(cefText(alert, ...CEF.name))
  const isLow = /^[0-3]$/.test(cefText(alert, ...CEF.severity))
  return cefText(alert, ...CEF.product) === 'ADAuditPlus' && isReport && isLow
}

/** A request to which no rule objected. */
function f5(alert: unknown): boolean {
  return /^(?:Successful Request|HTTP Request)$/.test(cefText(alert, ...CEF.name)) && !isObjectedTo(alert)
}

function incapsula(alert: unknown): boolean {
  return cefText(alert, ...CEF.name) === 'Normal' && !isObjectedTo(alert)
}

/** Whether a rule blocked or reported the request by its action, whatever the name of the entry. */
function isObjectedTo(alert: unknown): boolean {
  return /block|alert|challenge|captcha|drop|denied|reject/i.test(cefText(alert, ...ACTIONS))
}

/** Activity records, which are not graded. */
function netwrix(alert: unknown): boolean {
  return cefText(alert, ...CEF.severity) === '0'
}

function cyberArk(alert: unknown): boolean {
  return cefText(alert, ...CEF.product) === 'Vault' && VAULT_ROUTINE.has(cefText(alert, ...CEF.class))
}

/** Actions of people in the console. */
function crowdStrike(alert: unknown): boolean {
  return /^[A-Za-z]+ActivityAuditEvent$/.test(cefText(alert, ...CATEGORIES))
}

/** What people did, which Defender for Cloud Apps separates from its alerts (`ALERT_…`). */
function cloudApps(alert: unknown): boolean {
  return /^EVENT_CATEGORY_/.test(cefText(alert, ...CEF.class))
}

/** A connection that Guardicore allowed. */
function guardicore(alert: unknown): boolean {
  return cefText(alert, ...CEF.class) === 'Network Log' && /^allow/i.test(cefText(alert, ...ACTIONS))
}

/**
 * An event of the manager itself that it grades as information: 3, below 6 for a warning and 8 for an error. It grades the start
 * of an alert in the same way.
 */
function trendMicro(alert: unknown): boolean {
  const isManager = cefText(alert, ...CEF.product) === 'Deep Security Manager'
  const isAlert = /^alert started/i.test(cefText(alert, ...CEF.name))
  return isManager && !isAlert && /^[0-3]$/.test(cefText(alert, ...CEF.severity))
}

/** The result of a task, an update or a login that Kaspersky Security Center grades as information. */
function kaspersky(alert: unknown): boolean {
  return ROUTINE.test(cefText(alert, ...CEF.class)) && /^[01]$/.test(cefText(alert, ...CEF.severity))
}

/** What a user of Vectra's console did, unless it failed. */
function vectra(alert: unknown): boolean {
  const outcome = cefText(alert, 'cef.extension.outcome', 'cef.extensions.eventOutcome', 'outcome')
  return cefText(alert, ...CEF.class) === 'audit' && !/^(?:false|fail)/i.test(outcome)
}

/**
 * An entry of the firewall itself. A finding of a blade has the blade as its product, the finding's name as its class, and a
 * severity.
 */
function checkPoint(alert: unknown): boolean {
  const isFirewall =
    cefText(alert, ...CEF.product) === 'VPN-1 & FireWall-1' && cefText(alert, ...CEF.class) === 'Log'
  return isFirewall && /^(?:unknown|0|)$/i.test(cefText(alert, ...CEF.severity))
}

/**
 * A consolidated event of Cisco’s mail gateway: the line for one mail, without a finding of any engine. The operator's filters
 * do not count, since they match any kind of mail.
 */
function ciscoMail(alert: unknown): boolean {
  const extension = valueAt(alert, 'cef.extension', 'cef.extensions')
  if (cefText(alert, ...CEF.name) !== 'Consolidated Log Event' || !isObject(extension)) return false
  return Object.entries(extension).every(
    ([key, verdict]) => !/^ESA(?:AS|AV|AMP|DLP|OF)Verdict$/i.test(key) || CLEAN.test(plainText(verdict)),
  )
}

function fortinet(alert: unknown): boolean {
  const kinds = [cefText(alert, ...CATEGORIES), cefText(alert, ...CEF.name)]
  if (findings(alert)) return false
  return kinds.some((kind) => /^traffic(?::|$)/.test(kind) || (ORDINARY.test(kind) && isOrdinaryEntry(alert)))
}

/**
 * Whether an entry about an event, DNS, an application or a page has no warning of the device, and nothing in it failed or was
 * blocked.
 */
function isOrdinaryEntry(alert: unknown): boolean {
  const fields = extensionOf(alert).map(([key, value]) => `${key}=${plainText(value).slice(0, 100)}`)
  const all = [...fields, ...cefText(alert, 'AdditionalExtensions').split(';')].map((field) => field.trim())
  const isLow = all.some((field) =>
    /^(?:FTNTFGT|FortinetFortiGate)(?:level|pri)=(?:information|notice|debug)$/i.test(field),
  )
  return (
    isLow &&
    !all.some(
      (field) =>
        /^(?:FTNTFGT|FortinetFortiGate)?(?:attack|virus)=./i.test(field) ||
        /^(?:act|outcome|(?:FTNTFGT|FortinetFortiGate)status)=(?:block|den|drop|reset|fail|.*[-_ ]fail)/i.test(
          field,
        ),
    )
  )
}

/** Whether UTM acted or the session has a threat score, by a field with the prefix of the device's configuration. */
function findings(alert: unknown): boolean {
  const rest = cefText(alert, 'AdditionalExtensions')
  if (/(?:crscore|crlevel|craction)=|utmaction=(?!allow)/i.test(rest)) return true
  return extensionOf(alert).some(([key, value]) => {
    const field = /(utmaction|crscore|crlevel|craction)$/i.exec(key)?.[1]
    return field !== undefined && !(field.toLowerCase() === 'utmaction' && value === 'allow')
  })
}

const TROUBLE =
  /^(?:PanOS(?:QuarantineReason|ConnectionError|EventStatus|ErrorIndex|AuthErrorReason|ErrorMessage)|outcome|act)$/i
const FAILED = /\b(?:not|no|un(?:able|authori[sz]ed|known|success\w*)|fail\w*|invalid|denied)\b/i
const MESSAGES = ['cef.extension.msg', 'cef.extensions.message', 'msg']
const REASONS = ['cef.extension.reason', 'cef.extensions.reason', 'reason']
const ACTIONS = ['cef.extension.act', 'cef.extensions.deviceAction', 'deviceAction', 'act']
const ORDINARY = /^(?:event|dns|utm:(?:dns|app-ctrl|webfilter|voip|ssh|ssl))(?::|$| )/
const CATEGORIES = ['cef.extension.cat', 'cef.extensions.deviceEventCategory', 'deviceEventCategory', 'cat']
const CLEAN =
  /^(?:none|not[_ ]evaluated|negative|no[_ ]match|clean|unknown|skipped|low[_ ]risk|fa_pending|bulk_mail)?$/i
const RECORDS: ReadonlyMap<string, (alert: unknown) => boolean> = new Map([
  ['palo alto networks', paloAlto],
  ['fortinet', fortinet],
  ['check point', checkPoint],
  ['cisco', ciscoMail],
  ['sonicwall', sonicWall],
  ['ibm', ibm],
  ['forcepoint', forcepoint],
  ['oneidentity', oneIdentity],
  ['manageengine', adAudit],
  ['f5', f5],
  ['incapsula', incapsula],
  ['netwrix', netwrix],
  ['crowdstrike', crowdStrike],
  ['cyber-ark', cyberArk],
  ['cyberark', cyberArk],
  ['mcas', cloudApps],
  ['guardicore', guardicore],
  ['trend micro', trendMicro],
  ['kasperskylab', kaspersky],
  ['vectra networks', vectra],
])
