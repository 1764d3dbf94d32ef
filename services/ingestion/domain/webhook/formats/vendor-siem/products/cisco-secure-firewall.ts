import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, id } from '../identity.ts'
import { codes, type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const INTRUSION = '430001'
const CONNECTIONS = ['430002', '430003']
const PRIORITY = codes('ftd.Priority', { 1: 'high', 2: 'medium', 3: 'low', 4: 'low' })
const EVENT_PRIORITY = word('ftd.EventPriority')

/** A security event of Cisco Secure Firewall Threat Defense (device-text.ts): an intrusion, a file, or a connection. */
export const ciscoSecureFirewall: Product = {
  id: 'cisco_secure_firewall',
  name: 'Cisco Secure Firewall',
  source:
    'elastic/integrations, packages/cisco_ftd, data stream log; intrusions as examples of syslog in public repositories show them',
  forms: [[is('ftd.code', INTRUSION, ...CONNECTIONS, '430004', '430005'), has('ftd.SrcIP')]],
  title: [{ path: 'ftd.code', of: titleOf }],
  titleStandIn: ['Event {ftd.code} of Cisco Secure Firewall'],
  description: ['ftd.Classification', 'ftd.URI', 'ftd.URL', '{ftd.SrcIP} → {ftd.DstIP}'],
  severity: [gradeOf],
  time: ['ftd.FirstPacketSecond', 'ftd.time'],
  identity: {
    of: (event) => (isConnection(event) ? ofConnection(event) : ofWhole(event)),
    why: 'The id is not unique: all events about a connection share the number of the connection. Identity: the whole event, which never changes. The begin and the end of a connection are one alert. Identity of a connection: device, number, the time of the first packet, addresses and ports.',
  },
  state: [rule(ofEvent)],
}

const ofWhole = hashOf('ftd')
const ofNumbered = hashOf(
  ...['ftd.DeviceUUID', 'ftd.InstanceID', 'ftd.ConnectionID', 'ftd.FirstPacketSecond'],
  ...['ftd.SrcIP', 'ftd.SrcPort', 'ftd.DstIP', 'ftd.DstPort'],
)

function ofConnection(event: unknown): string {
  return has('ftd.ConnectionID').holds(event) ? ofNumbered(event) : id()(event)
}

function titleOf(event: unknown): string | undefined {
  const at = (name: string): string => plainText(valueAt(event, `ftd.${name}`)).trim()
  if (at('code') === INTRUSION) return at('Message') || `Intrusion ${at('GID')}:${at('SID')}`
  const category = categoryOf(event)
  if (category !== '') return `Security intelligence: ${category}, ${at('SrcIP')} to ${at('DstIP')}`
  if (isConnection(event)) return `Connection: ${at('AccessControlRuleAction')}`
  return isMalware(event)
    ? `Malware in ${at('FileName')}: ${threatOf(event) || 'no name'}`
    : `File ${at('FileName')}`
}

function gradeOf(event: unknown): Level | null {
  if (isMalware(event)) return 'high'
  if (categoryOf(event) !== '') return EVENT_PRIORITY(event) ?? 'medium'
  return PRIORITY(event) ?? EVENT_PRIORITY(event)
}

/** Informational: files without a finding, connections without a host of bad reputation, blocked inbound connections from such a host. */
function ofEvent(event: unknown): State | null {
  if (valueAt(event, 'ftd.code') === INTRUSION || isMalware(event)) return null
  if (categoryOf(event) === '') return 'informational'
  const isStopped = /block/i.test(plainText(valueAt(event, 'ftd.AccessControlRuleAction')))
  const isFromOutside = /^source$/i.test(plainText(valueAt(event, 'ftd.SecIntMatchingIP')))
  return isStopped && isFromOutside ? 'informational' : null
}

function isConnection(event: unknown): boolean {
  return CONNECTIONS.includes(plainText(valueAt(event, 'ftd.code')))
}

function isMalware(event: unknown): boolean {
  const disposition = plainText(
    valueAt(event, 'ftd.SHA_Disposition', 'ftd.FileDisposition', 'ftd.Disposition'),
  )
  return (
    !isConnection(event) && (/^(?:malware|custom detection)$/i.test(disposition) || threatOf(event) !== '')
  )
}

/** Events about unknown files name their threat here too. */
function threatOf(event: unknown): string {
  const threat = plainText(valueAt(event, 'ftd.ThreatName')).trim()
  return /^(?:unknown|invalid id|n\/a|none)$/i.test(threat) ? '' : threat
}

function categoryOf(event: unknown): string {
  return plainText(
    valueAt(
      event,
      'ftd.IPReputationSICategory',
      'ftd.URLSICategory',
      'ftd.DNSSICategory',
      'ftd.DNS_Sinkhole',
    ),
  ).trim()
}
