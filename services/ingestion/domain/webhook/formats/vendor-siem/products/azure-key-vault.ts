import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const KINDS = /^Microsoft\.KeyVault\./

/** An event of Azure Key Vault through Event Grid: a key, certificate or secret that expires. It is not graded. */
export const azureKeyVault: Product = {
  id: 'azure_key_vault',
  name: 'Azure Key Vault',
  source: 'https://learn.microsoft.com/azure/event-grid/event-schema-key-vault',
  forms: ['eventType', 'type'].map((path) => [
    like(path, KINDS, 'Microsoft.KeyVault.…'),
    has('id'),
    has('data.VaultName'),
  ]),
  title: [{ path: 'data.ObjectName', of: titleOf }],
  description: ['data.Id'],
  severity: [],
  time: ['eventTime', 'time'],
  systems: ['data.VaultName'],
  identity: {
    of: id('id'),
    why: "The id is unique: 'unique identifier for the event' (Event Grid schema, id). A retry repeats it.",
  },
  state: [rule(ofKind)],
}

function kindOf(event: unknown): string {
  return plainText(valueAt(event, 'eventType', 'type')).replace(KINDS, '')
}

function titleOf(event: unknown): string | undefined {
  const [vault, name] = ['data.VaultName', 'data.ObjectName'].map((path) => plainText(valueAt(event, path)))
  const words = kindOf(event)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return name === ''
    ? `${words}: ${vault}`
    : `${words.charAt(0).toUpperCase()}${words.slice(1)}: ${name} in ${vault}`
}

/** New versions and policy changes are ordinary work. */
function ofKind(event: unknown): State | null {
  return /Expir/i.test(kindOf(event)) ? null : 'informational'
}
