import { plainText } from '../../../text.ts'
import { CEF, cefText, extensionOf } from './cef-fields.ts'

/** Returns the name of an event with the finding, if the name alone only states the kind of entry. */
export function namedFinding(alert: unknown): string | undefined {
  const name = cefText(alert, ...CEF.name)
  const found = labelledFinding(alert) ?? (GENERIC.test(name) ? labelled(alert, RULE) : undefined)
  if (found !== undefined) return name === '' || name.includes(found) ? undefined : `${name}: ${found}`
  return threat(alert, name) ?? ofBitdefender(alert, name) ?? ofOneWord(alert, name)
}

/** Returns the finding, from the field whose label says so. */
export function labelledFinding(alert: unknown): string | undefined {
  return labelled(alert, FOUND)
}

/**
 * A device can put a value into a generic field, and the value's name beside it: `cs1=Trojan.X cs1Label=sname`, in a row
 * `DeviceCustomString1`.
 */
function labelled(alert: unknown, names: RegExp): string | undefined {
  const fields = new Map(extensionOf(alert))
  for (const [key, label] of fields) {
    const field = /^(.{1,30})Label$/.exec(key)?.[1]
    if (field === undefined || typeof label !== 'string' || !names.test(label)) continue
    const found = plainText(fields.get(field)).trim()
    // A severity can have such a label too: `flexNumber1Label=threat flexNumber1=70`.
    if (/\p{L}/u.test(found) && found !== 'N/A') return found
  }
  return undefined
}

/** PAN-OS has the threat in `cat`. A number alone means nothing to people. */
function threat(alert: unknown, name: string): string | undefined {
  const kind = cefText(alert, ...CEF.class)
  if (name !== 'THREAT' && kind !== 'THREAT') return undefined
  const found = cefText(alert, 'cef.extension.cat', 'DeviceEventCategory', 'cef.extension.PanOSThreatID')
  const other = name === 'THREAT' ? kind : name
  return /[a-z]{3}/i.test(found) && !other.includes(found) ? `THREAT ${other}: ${found}` : undefined
}

/** GravityZone has the module as the name, and the finding in other fields. */
function ofBitdefender(alert: unknown, name: string): string | undefined {
  if (cefText(alert, ...CEF.vendor) !== 'Bitdefender') return undefined
  const found = cefText(alert, ...BITDEFENDER).trim()
  return found === '' || name === '' ? undefined : `${name}: ${found}`
}

/** The name is only a kind of entry or a message code. The entry's own text is in the extension. */
function ofOneWord(alert: unknown, name: string): string | undefined {
  if (GENERIC.test(name)) {
    // Varonis has the rule in cs2, with a label or without.
    const isVaronis = cefText(alert, ...CEF.vendor) === 'Varonis'
    const message = cefText(alert, ...(isVaronis ? ['cef.extension.cs2'] : []), ...MESSAGES)
    return message === '' ? undefined : `${name}: ${message}`
  }
  if (name === 'ADAPAlerts') return cefText(alert, 'cef.extension.cs4', ...MESSAGES) || undefined
  const own = cefText(
    alert,
    'cef.extension.alert_name',
    'cef.extension.event_type',
    'cef.extension.change_type',
  )
  if (/^[a-z]+(?:_[a-z]+)+$/.test(name) && own !== '') return own
  const message = cefText(alert, ...MESSAGES)
  if (message === '') return undefined
  // Defender for Cloud Apps has the name of a policy here, which may be one word.
  if (cefText(alert, ...CEF.vendor) === 'MCAS' && /^\S+$/.test(name))
    return message.includes(name) ? message : `${name}: ${message}`
  return CODE.test(name) ? `${name}: ${message}` : undefined
}

const BITDEFENDER = ['MalwareName', 'DetectionName', 'ExploitType'].map(
  (name) => `cef.extension.BitdefenderGZ${name}`,
)
const MESSAGES = ['cef.extension.msg', 'cef.extensions.message', 'Message']
const GENERIC = /^(?:alert|event|incident|notification|(?:epp )?detection summary(?: event)?)$/i
const CODE = /^(?=.*[0-9])[A-Z]{2,5}[0-9A-F]{4}$/
const FOUND =
  /^(?:s-?name|(?:attack|malware|virus|threat|protection|signature)[ _-]?name|malware|virus|threat|attack|signature)$/i
const RULE = /^(?:rule|policy|alert|detection)[ _-]?name$/i
