import { code, flag, made, text, time, word } from '../fields.js'

const SERVICE = 'attestry.ledger.v1.AssetService'

export const assets = {
  name: 'assets',
  title: 'Assets',
  group: 'Registers',
  about: 'What there is to protect. Classification and criticality drive risk assessments.',
  list: { rpc: `${SERVICE}/ListAssets`, items: 'assets', paged: true },
  columns: [
    text('name', 'Name'),
    text('assetType', 'Type'),
    word('classification', 'Classification', 'CLASSIFICATION'),
    word('businessCriticality', 'Criticality', 'CRITICALITY'),
    made('Personal data', ({ containsPersonalData }) => (containsPersonalData ? 'yes' : 'no')),
    word('status', 'Status', 'ASSET_STATUS'),
  ],
  details: [flag('hostedInEu', 'Hosted in the EU'), time('createdAt', 'Recorded'), code('id', 'Id')],
  actions: [
    {
      label: 'Retire',
      tone: 'bad',
      rpc: `${SERVICE}/RetireAsset`,
      when: ({ status }) => status === 'ASSET_STATUS_ACTIVE',
      confirm: 'The asset stays in the register, as retired.',
      request: ({ id }) => ({ id }),
    },
  ],
}
