import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** A security event of Akamai’s App & API Protector or Kona, from its SIEM integration. It is not graded. */
export const akamai: Product = {
  id: 'akamai',
  name: 'Akamai',
  source: 'SEKOIA-IO/intake-formats, Akamai/akamai-waf/tests',
  forms: [[is('type', 'akamai_siem'), has('attackData.policyId'), has('httpMessage.requestId')]],
  title: [
    '{attackData.rules.ruleMessage} on {httpMessage.host}',
    { path: 'attackData.ruleMessages', read: firstDecoded },
  ],
  titleStandIn: ['Security event on {httpMessage.host}'],
  description: ['{httpMessage.method} {httpMessage.path}: {attackData.rules.ruleData}', 'httpMessage.path'],
  severity: [],
  time: ['httpMessage.start'],
  systems: ['httpMessage.host'],
  identity: {
    of: idAnd('httpMessage.requestId', 'attackData.configId', 'attackData.policyId', 'httpMessage.start'),
    why: 'The id is not unique: it is the request’s, and one request can meet several policies. Identity: id, configuration, policy and time. An event never changes.',
  },
}

/** Returns the first element of a list that the API gives in base64, separated by semicolons and percent-encoded. */
function firstDecoded(list: string): string | undefined {
  const first = list.split(/;|%3b/i, 1)[0] ?? ''
  try {
    return Buffer.from(decodeURIComponent(first), 'base64').toString()
  } catch {
    return undefined
  }
}
