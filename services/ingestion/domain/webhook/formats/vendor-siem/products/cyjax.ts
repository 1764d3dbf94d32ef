import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An account of a watched domain that Cyjax found in a data breach, as its connector for Microsoft Sentinel writes it. */
export const cyjax: Product = {
  id: 'cyjax',
  name: 'Cyjax',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/CyjaxDataBreaches_CL.csv',
  forms: [[is('Type', 'CyjaxDataBreaches_CL'), has('email'), has('data_breach_name')]],
  title: ['{email} in the data breach {data_breach_name}'],
  description: ['data_classes', 'data_breach_url'],
  severity: [],
  time: ['discovered_at', 'TimeGenerated'],
  systems: ['email'],
  identity: {
    of: idAnd('id', 'email', 'data_breach_id'),
    why: 'It is not documented whether the id is unique. Identity: id, account and breach. Every query that finds the account repeats them.',
  },
}
