import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { otherNodes } from '../verifier/support/other-node.ts'
import { editLines, tamper } from '../verifier/support/tamper.ts'
import type { Narrator } from './narrator.ts'
import type { Bootstrap } from './story.ts'

const NODE = otherNodes()[0]!

/** Exports the evidence package, checks it with programs that are not ours, and then tampers with a copy. */
export async function evidence(narrate: Narrator, at: Bootstrap, directory: string): Promise<void> {
  narrate.chapter('An auditor takes the evidence away')
  const file = join(directory, 'evidence.zip')
  const exported = await narrate.person('evidence', 'export', '--org', at.organization.id, '--output', file)
  narrate.equal('exported', exported.code, 0)
  const published = await narrate.system('GET', '/.well-known/attestry/keys.json', {})
  const { kid } = published.body.keys.find((key: { status: string }) => key.status === 'active')
  narrate.note(`The key id, from the installation itself and not from the package: ${kid}`)

  narrate.chapter(
    'Verified with the verifier from the package, under another Node.js, with no network and no trust in us',
  )
  const workspace = join(directory, 'auditor')
  await mkdir(workspace)
  const unpacked = await narrate.auditor('unzip', ['-q', file, 'verify.mjs'], workspace)
  narrate.equal('unpacked', unpacked.code, 0)
  const known = await narrate.system('GET', '/.well-known/attestry/verifier.json', {})
  const sum = await narrate.auditor('sha256sum', ['verify.mjs'], workspace)
  narrate.due('the verifier has the published hash', sum.output.startsWith(known.body.sha256))
  const { output: version } = await narrate.auditor(NODE, ['--version'], workspace)
  narrate.due('Node.js 20 or later', /^v(2\d|[3-9]\d)\./.test(version))
  const unconfirmed = await narrate.auditor(NODE, ['verify.mjs', '--require-trust', file], workspace)
  narrate.equal('without a key from elsewhere, exit code 5', unconfirmed.code, 5)
  narrate.due('and not VERIFIED', unconfirmed.output.includes('INTACT, SIGNER NOT CONFIRMED'))
  const verified = await narrate.auditor(
    NODE,
    ['verify.mjs', '--require-trust', '--pin', kid, file],
    workspace,
  )
  narrate.equal('exit code 0', verified.code, 0)
  narrate.due('VERIFIED', verified.output.includes('VERIFIED'))

  narrate.chapter('Verified with openssl, as the package’s VERIFICATION.md says')
  narrate.due('OK', (await openssl(narrate, file, kid, join(directory, 'openssl'))).accepted)

  narrate.chapter('Somebody turns a block into a pass, and makes every checksum right again')
  const forged = join(directory, 'forged.zip')
  const change = (line: string) => line.replace('"decision":"block"', '"decision":"pass"')
  const bytes = await tamper(await readFile(file), (files) =>
    editLines(files, 'gate-decisions', (lines) => lines.map(change)),
  )
  await writeFile(forged, bytes)
  const refused = await narrate.auditor(NODE, ['verify.mjs', '--pin', kid, forged], workspace)
  narrate.equal('the verifier refuses it, exit code 1', refused.code, 1)
  narrate.due('and says why', refused.output.includes('signature_wrong'))
  const { accepted, signature } = await openssl(narrate, forged, kid, join(directory, 'forged'))
  narrate.due('openssl refuses it', !accepted && signature.includes('failure'))
}

/** Runs the commands of VERIFICATION.md, one by one. */
async function openssl(narrate: Narrator, file: string, kid: string, workspace: string) {
  await mkdir(workspace)
  const run = (command: string, ...args: string[]) => narrate.auditor(command, args, workspace)
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
