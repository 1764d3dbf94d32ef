import { code, number, text, time, word } from '../fields.js'

const SERVICE = 'attestry.ledger.v1.SigningKeyService'

export const signingKeys = {
  name: 'signing-keys',
  title: 'Signing keys',
  group: 'Evidence',
  about: 'What checkpoints and packages are signed with. Private halves stay in the key service.',
  list: { rpc: `${SERVICE}/ListSigningKeys`, items: 'keys' },
  columns: [
    code('kid', 'Key'),
    word('status', 'Status'),
    number('number', 'Rotation'),
    time('validFrom', 'From'),
    time('validUntil', 'Until'),
  ],
  details: [
    text('revocationReason', 'Revoked because'),
    code('keyArn', 'In the key service'),
    code('kid', 'Id'),
  ],
  collectionActions: [
    {
      label: 'Rotate',
      rpc: `${SERVICE}/RotateSigningKey`,
      confirm: 'Brings in the next key. The present one is retired and keeps verifying what it signed.',
      request: () => ({}),
      reveal: ({ key }) => [['New key', key.kid]],
    },
  ],
  actions: [
    {
      label: 'Revoke',
      tone: 'bad',
      rpc: `${SERVICE}/RevokeSigningKey`,
      when: ({ status }) => status !== 'revoked',
      confirm: 'Publishes the key as compromised.',
      inputs: [{ name: 'reason', label: 'Reason', kind: 'textarea', required: true }],
      request: ({ kid }, { reason }) => ({ kid, reason }),
    },
  ],
}
