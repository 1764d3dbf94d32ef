import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createFileRegistry, fromBinary } from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { rpcsPage } from './rpcs-page.ts'

/** Writes docs/rpcs.md from the protos; with --check, fails where the page differs from the protos. */
const PAGE = new URL('../docs/rpcs.md', import.meta.url)

const image = execFileSync('buf', ['build', '-o', '-'], { maxBuffer: 64 * 1024 * 1024 })
// `files` is an iterator: it is read once, here.
const page = rpcsPage([...createFileRegistry(fromBinary(FileDescriptorSetSchema, image)).files])
if (!process.argv.includes('--check')) writeFileSync(PAGE, page)
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.log('docs/rpcs.md is not what the protos say: npm run gen')
  process.exitCode = 1
}
