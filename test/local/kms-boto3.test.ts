import { execFile } from 'node:child_process'
import { verify } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { publicKeyFrom } from '../../services/kernel/crypto/ecdsa.ts'
import { createKms } from '../../services/kernel/crypto/kms.ts'
import { startLocalKms } from '../../services/local/kms/local-kms.ts'

const run = promisify(execFile)
const python = await firstWithBoto3(['python3', '/usr/bin/python3'])

test.skipIf(!python)(
  'the local KMS answers boto3 as it answers the JavaScript SDK (needs python3-boto3)',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'attestry-kms-'))
    const local = await startLocalKms({ dataDir })
    const kms = createKms(local)
    try {
      const [key, wrapping] = [local.signingKeyArn, local.wrappingKeyArn]
      const env = {
        PATH: process.env.PATH,
        AWS_ACCESS_KEY_ID: local.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: local.credentials.secretAccessKey,
        AWS_DEFAULT_REGION: local.region,
        AWS_EC2_METADATA_DISABLED: 'true',
      }
      const { stdout } = await run(python ?? '', ['-c', BOTO3, local.endpoint, key, wrapping], { env })
      const answer = JSON.parse(stdout)
      const spki = await kms.publicKey(key)
      expect(Buffer.from(answer.spki, 'base64')).toEqual(spki)
      const signature = Buffer.from(answer.signature, 'base64')
      expect(verify('sha256', Buffer.from('the message'), publicKeyFrom(spki), signature)).toBe(true)
      expect(answer).toMatchObject({ valid: true, opened: true, wrongContext: 'InvalidCiphertextException' })
      expect(answer.keys.sort()).toEqual([key, wrapping].sort())
    } finally {
      await kms.close()
      await local.stop()
      await rm(dataDir, { recursive: true })
    }
  },
)

async function firstWithBoto3(candidates: string[]): Promise<string | null> {
  for (const candidate of candidates) {
    const found = await run(candidate, ['-c', 'import boto3']).catch(() => null)
    if (found) return candidate
  }
  return null
}

const BOTO3 = `
import base64, hashlib, json, sys
import boto3
endpoint, key, wrapping = sys.argv[1:]
kms = boto3.client('kms', endpoint_url=endpoint)
digest = hashlib.sha256(b'the message').digest()
algorithm = dict(KeyId=key, Message=digest, MessageType='DIGEST', SigningAlgorithm='ECDSA_SHA_256')
signature = kms.sign(**algorithm)['Signature']
valid = kms.verify(**algorithm, Signature=signature)['SignatureValid']
made = kms.generate_data_key(KeyId=wrapping, KeySpec='AES_256', EncryptionContext={'a': 'b'})
opened = kms.decrypt(CiphertextBlob=made['CiphertextBlob'], EncryptionContext={'a': 'b'})
try:
    kms.decrypt(CiphertextBlob=made['CiphertextBlob'])
    wrong = None
except kms.exceptions.InvalidCiphertextException as error:
    wrong = error.response['Error']['Code']
encode = lambda data: base64.b64encode(data).decode()
print(json.dumps({
    'spki': encode(kms.get_public_key(KeyId=key)['PublicKey']), 'signature': encode(signature), 'valid': valid,
    'opened': opened['Plaintext'] == made['Plaintext'], 'wrongContext': wrong,
    'keys': [each['KeyArn'] for each in kms.list_keys()['Keys']],
}))
`
