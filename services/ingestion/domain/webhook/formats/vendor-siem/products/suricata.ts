import { valueAt } from '../../../fields.ts'
import { hashOf, wholeAlert } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, numeric } from '../recognition.ts'

/** The priority of a rule's class, 1 the highest; 255 if it has none ("Severity" in the EVE format). */
const PRIORITIES = { 1: 'high', 2: 'medium', 3: 'low', 4: 'low', 255: 'low' } as const

/**
 * An alert of Suricata's EVE log, as Suricata writes it or as Filebeat wraps it; or a drop with the alert that caused it. If
 * both are logged, Suricata writes the alert (action blocked) and the drop about one packet, with the packet's time and the
 * same rule (output-json-drop.c: the header of the packet, then AlertJsonHeader). The drop therefore counts as the same alert:
 * whichever comes first opens the incident. If only drops are logged, they open it.
 */
export const suricata: Product = {
  id: 'suricata',
  name: 'Suricata',
  source:
    'https://docs.suricata.io/en/latest/output/eve/eve-json-format.html#event-type-alert; elastic/integrations, packages/vectra_detect, data stream log',
  forms: [
    [has('alert.signature'), numeric('alert.signature_id'), hasOneOf('flow_id', 'src_ip', 'timestamp')],
    [has('suricata.eve.alert.signature'), has('suricata.eve.alert.signature_id')],
    // Vectra Match flattens the alert.
    [is('event_type', 'alert'), has('alert_signature'), numeric('alert_signature_id')],
  ],
  title: ['alert.signature', 'suricata.eve.alert.signature', 'alert_signature'],
  titleStandIn: ['alert.category', 'Suricata signature {alert.signature_id}'],
  description: ['alert.category', 'suricata.eve.alert.category', 'alert_category'],
  severity: [
    word('alert.metadata.signature_severity'),
    codes('alert.severity', PRIORITIES),
    codes('suricata.eve.alert.severity', PRIORITIES),
    codes('alert_severity', PRIORITIES),
  ],
  // Corelight writes ts.
  time: ['timestamp', '@timestamp', 'ts'],
  systems: ['host', 'dest_ip'],
  identity: {
    of: (alert) => (isBlocked(alert) ? ofPacket(alert) : wholeAlert(alert)),
    why: 'The id is not unique: flow_id is that of the flow, signature_id that of the rule, and one flow raises many alerts. Identity: the whole alert as it was logged, with its times in microseconds. For a packet that was blocked: time, flow, addresses and rule. The drop repeats these and adds fields of its own.',
  },
}

const isBlocked = (alert: unknown): boolean =>
  valueAt(alert, 'alert.action') === 'blocked' || valueAt(alert, 'event_type') === 'drop'
const ofPacket = hashOf(
  ...['timestamp', 'flow_id', 'pcap_cnt', 'host', 'src_ip', 'src_port', 'dest_ip', 'dest_port', 'proto'],
  ...['alert.gid', 'alert.signature_id', 'alert.rev'],
)
