import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { otherNodes } from '../verifier/support/other-node.ts'
import { editLines, tamper } from '../verifier/support/tamper.ts'
import type { Bootstrap } from './story.ts'
import type { Teller } from './teller.ts'

const NODE = otherNodes()[0]!

/** The package is exported, and checked by means that are not ours; then a copy is tampered with. */
export async function evidence(tell: Teller, at: Bootstrap, directory: string): Promise<void> {
  tell.chapter('An auditor takes the evidence away')
  const file = join(directory, 'evidence.zip')
  const exported = await tell.person('evidence', 'export', '--org', at.organization.id, '--output', file)
  tell.equal('exported', exported.code, 0)
  const published = await tell.system('GET', '/.well-known/attestry/keys.json', {})
  const { kid } = published.body.keys.find((key: { status: string }) => key.status === 'active')
  tell.note(`The key id, from the installation itself and not from the package: ${kid}`)

  tell.chapter(
    'Verified with the verifier from the package, under another Node.js, with no network and no trust in us',
  )
  const room = join(directory, 'auditor')
  await mkdir(room)
  const unpacked = await tell.auditor('unzip', ['-q', file, 'verify.mjs'], room)
  tell.equal('unpacked', unpacked.code, 0)
  const { output: version } = await tell.auditor(NODE, ['--version'], room)
  tell.due('Node.js 20 or later', /^v(2\d|[3-9]\d)\./.test(version))
  const verified = await tell.auditor(NODE, ['verify.mjs', '--require-pin', '--pin', kid, file], room)
  tell.equal('exit code 0', verified.code, 0)
  tell.due('VERIFIED', verified.output.includes('VERIFIED'))

  tell.chapter('Verified with openssl, as the package’s VERIFICATION.md says')
  tell.due('OK', (await openssl(tell, file, kid, join(directory, 'openssl'))).accepted)

  tell.chapter('Somebody turns a block into a pass, and makes every checksum right again')
  const forged = join(directory, 'forged.zip')
  const change = (line: string) => line.replace('"decision":"block"', '"decision":"pass"')
  const bytes = await tamper(await readFile(file), (files) =>
    editLines(files, 'gate-decisions', (lines) => lines.map(change)),
  )
  await writeFile(forged, bytes)
  const refused = await tell.auditor(NODE, ['verify.mjs', '--pin', kid, forged], room)
  tell.equal('the verifier refuses it, exit code 1', refused.code, 1)
  tell.due('and says why', refused.output.includes('signature_wrong'))
  const { accepted, signature } = await openssl(tell, forged, kid, join(directory, 'forged'))
  tell.due('openssl refuses it', !accepted && signature.includes('failure'))
}

/** The commands of VERIFICATION.md, one by one. */
async function openssl(tell: Teller, file: string, kid: string, room: string) {
  await mkdir(room)
  const run = (command: string, ...args: string[]) => tell.auditor(command, args, room)
  await run('unzip', '-q', file)
  const pem = `keys/${kid}.pem`
  const id = await run('sh', '-c', `openssl pkey -pubin -in ${pem} -outform DER | sha256sum`)
  const args = ['dgst', '-sha256', '-verify', pem, '-signature', 'SHA256SUMS.sig', 'SHA256SUMS']
  const signature = await run('openssl', ...args)
  const sums = await run('sha256sum', '-c', '--strict', '--quiet', 'SHA256SUMS')
  const listing = await run('sh', '-c', LISTING)
  const accepted =
    id.output.startsWith(kid) &&
    signature.code === 0 &&
    signature.output.trim() === 'Verified OK' &&
    sums.code === 0 &&
    listing.output === ''
  return { accepted, signature: signature.output }
}

const LISTING = `find . -type f ! -name SHA256SUMS ! -name SHA256SUMS.sig | sed 's|^\\./||' | LC_ALL=C sort > ../present
cut -c67- SHA256SUMS | LC_ALL=C sort | diff - ../present`
