import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfShared, idAt } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule } from '../state.ts'

const NAME = 'Microsoft Defender Antivirus'
const PROVIDER = 'Microsoft-Windows-Windows Defender'
const CHANNEL = `${PROVIDER}/Operational`

/**
 * What each event says, by its number: the texts of the events are in the language of the computer. Health reports, scans,
 * updates and changes of settings are not alerts.
 */
const EVENTS: ReadonlyMap<string, string> = new Map([
  ...['1006', '1116'].map((number) => [number, `${NAME} detected {threat}`] as const),
  ...['1007', '1117'].map((number) => [number, `${NAME} acted against {threat}`] as const),
  ...['1008', '1118', '1119'].map((number) => [number, `${NAME} could not act against {threat}`] as const),
  ['1015', `${NAME} detected suspicious behavior: {threat}`],
  ['1121', `${NAME} blocked an operation of {process} (attack surface reduction)`],
  ['1122', `${NAME} audited an operation of {process} (attack surface reduction)`],
  ['1123', `${NAME} blocked {process} from modifying a protected folder`],
  ['1124', `${NAME} audited {process} modifying a protected folder`],
  ['1125', `${NAME} audited a dangerous network connection of {process}`],
  ['1126', `${NAME} blocked a dangerous network connection of {process}`],
  ['5000', `Real-time protection of ${NAME} is enabled`],
  ['5001', `Real-time protection of ${NAME} is disabled`],
  ['5010', `Scanning of ${NAME} for malware is disabled`],
  ['5012', `Scanning of ${NAME} for viruses is disabled`],
])

/** Where agents put a value of an event: with its own name, or with underscores. NXLog puts all of them beside each other. */
const data = (name: string): string[] => [
  ...['winlog.event_data', 'event_data'].map((place) => `${place}.${name}`),
  ...[`winlog.event_data.${name.replaceAll(' ', '_')}`, name],
]

const NUMBERS = ['winlog.event_id', 'event_id', 'EventID']
/** Events about what a rule in audit mode would have blocked. */
const AUDITED: ReadonlySet<string> = new Set(['1122', '1124', '1125'])
const COMPUTERS = ['winlog.computer_name', 'computer_name', 'host.name', 'Hostname']

/**
 * An event of Microsoft Defender Antivirus in the log of Windows, as Winlogbeat, Elastic Agent, NXLog and HarfangLab send it, and as
 * windows-event.ts reads it. An operation that a rule only audited is information.
 */
export const microsoftDefenderAntivirus: Product = {
  id: 'microsoft_defender_antivirus',
  name: NAME,
  source:
    'elastic/integrations, packages/windows, data stream windows_defender; https://learn.microsoft.com/defender-endpoint/attack-surface-reduction-windows-events; SEKOIA-IO/intake-formats, Windows/windows/tests and HarfangLab/harfanglab/tests; https://learn.microsoft.com/defender-endpoint/troubleshoot-microsoft-defender-antivirus',
  forms: [
    [is('winlog.provider_name', PROVIDER), is('winlog.event_id', ...EVENTS.keys())],
    [is('winlog.channel', CHANNEL), is('winlog.event_id', ...EVENTS.keys())],
    [is('log_name', CHANNEL), is('event_id', ...EVENTS.keys()), has('event_data')],
    [is('SourceName', PROVIDER), is('EventID', ...EVENTS.keys())],
  ],
  title: [{ path: 'winlog.event_id', of: titleOf }],
  description: ['message', ...data('Path')],
  severity: data('Severity ID').map((path) =>
    codes(path, { 1: 'low', 2: 'medium', 4: 'high', 5: 'critical' }),
  ),
  // The time of an event of NXLog is that of the computer, without its offset.
  time: ['@timestamp', 'winlog.time_created', '@event_create_date', ...data('Detection Time'), 'EventTime'],
  systems: COMPUTERS,
  state: [
    rule((event) => (AUDITED.has(numberOf(event)) ? 'informational' : null)),
    rule((event) => (numberOf(event) === '5000' ? 'resolved' : null)),
  ],
  identity: {
    closes: (event) => (['5000', '5001'].includes(numberOf(event)) ? ofProtection(event) : null),
    of: (event) => (idAt(event, data('Detection ID')) === null ? ofEvent(event) : ofDetection(event)),
    why: 'The id is unique: a GUID for each detection. Identity of a detection: id, threat, the time it was first detected and computer. What is done against the threat repeats them. Identity of any other event: computer, number, record and time. An event never changes. The event that real-time protection is enabled finds the one that it was disabled by the computer.',
  },
}

const numberOf = (event: unknown) => plainText(valueAt(event, ...NUMBERS))
const ofProtection = hashOfShared(...COMPUTERS)
const ofDetection = hashOf(
  ...COMPUTERS,
  ...[...data('Detection ID'), ...data('Threat ID'), ...data('Detection Time')],
)
const ofEvent = hashOf(
  ...COMPUTERS,
  ...NUMBERS,
  ...['winlog.record_id', 'record_number', 'RecordNumber'],
  ...['@timestamp', 'winlog.time_created', '@event_create_date', 'EventTime'],
  ...[...data('Threat Name'), ...data('Path'), ...data('Process Name')],
)

function titleOf(event: unknown): string | undefined {
  const threat = plainText(valueAt(event, ...data('Threat Name'), ...data('Threat ID'))) || 'a threat'
  const process = plainText(valueAt(event, ...data('Process Name'))) || 'a process'
  return EVENTS.get(numberOf(event))
    ?.replace('{threat}', () => threat)
    .replace('{process}', () => process)
}
