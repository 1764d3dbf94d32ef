import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import {
  createFileRegistry,
  type DescMethod,
  type DescService,
  fromBinary,
  getOption,
} from '@bufbuild/protobuf'
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt'
import { access } from './gen/attestry/common/v1/access_pb.ts'
import { ActorKind, Role } from './gen/attestry/common/v1/caller_pb.ts'

/** Writes docs/rpcs.md from the protos; with --check, fails where it differs from what they say. */
const PAGE = new URL('../docs/rpcs.md', import.meta.url)

const SERVICES = ['ledger', 'ingestion', 'gate', 'evidence']
const ROLES: [Role, string][] = [
  [Role.ADMIN, 'admin'],
  [Role.APPROVER, 'approver'],
  [Role.AUDITOR, 'auditor'],
  [Role.MEMBER, 'member'],
]
const ACTORS: [ActorKind, string][] = [
  [ActorKind.API_KEY, 'key'],
  [ActorKind.SERVICE_CLIENT, 'client'],
  [ActorKind.WEBHOOK_ENDPOINT, 'webhook'],
  [ActorKind.OPERATOR, 'operator'],
  [ActorKind.ANONYMOUS, 'anybody'],
]

const HEAD = `# RPCs

Every RPC, who may call it, and what it does, as its proto declares it and one interceptor of every service enforces it.
How to call them: [grpc.md](grpc.md). This page is made from the protos by \`npm run gen\`.

- **People**: the roles that may call it, signed in, by the command or at \`POST /api/control/<service>/<RPC>\` (Connect,
  JSON; an export is \`GET /api/control/evidence-export\`). A role contains no other.
- **Others**: \`key\`: an API key with the permission, through REST. \`client\`: a service client, over Connect, gRPC or
  gRPC-Web. \`operator\`: the command, on the machine. \`processes\`: Attestry's own only.
- **Marks**: \`changes\`: commits with its audit entry. \`retry\`: takes an \`idempotency-key\`. A module: the organization
  needs it.
`

const image = execFileSync('buf', ['build', '-o', '-'], { maxBuffer: 64 * 1024 * 1024 })
const { files } = createFileRegistry(fromBinary(FileDescriptorSetSchema, image))
const page = [HEAD, ...SERVICES.flatMap((name) => [`## ${name}\n`, ...servicesOf(name).map(section)])].join(
  '\n',
)
if (!process.argv.includes('--check')) writeFileSync(PAGE, page)
else if (readFileSync(PAGE, 'utf8') !== page) {
  console.log('docs/rpcs.md is not what the protos say: npm run gen')
  process.exitCode = 1
}

function servicesOf(name: string): DescService[] {
  return [...files]
    .filter(({ proto }) => proto.package === `attestry.${name}.v1`)
    .flatMap(({ services }) => services)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

function section(service: DescService): string {
  const { typeName, methods, file } = service
  const at = file.services.indexOf(service)
  const rows = methods.map((method, i) => row(method, commentAt(service, [6, at, 2, i])))
  return `### ${typeName}

${commentAt(service, [6, at])}

| RPC | What it does | People | Others | Marks |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function row(method: DescMethod, comment: string): string {
  const { control, actors, writes, internal, addon, idempotencyKey } = getOption(method, access)
  const people = ROLES.filter(([role]) => control.includes(role)).map(([, word]) => word)
  const others = internal
    ? ['processes']
    : ACTORS.filter(([kind]) => actors.includes(kind)).map(([, word]) => word)
  const marks = [writes && 'changes', idempotencyKey && 'retry', addon !== '' && `\`${addon}\``].filter(
    Boolean,
  )
  const everybody = people.length === ROLES.length
  return `| ${method.name} | ${comment} | ${everybody ? 'all' : people.join(', ')} | ${others.join(', ')} | ${marks.join(', ')} |`
}

/** What stands before a declaration, by its path in the file (descriptor.proto, SourceCodeInfo.Location). */
function commentAt({ file }: DescService, path: number[]): string {
  const location = file.proto.sourceCodeInfo?.location.find((one) => one.path.join() === path.join())
  return (location?.leadingComments ?? '')
    .trim()
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('|', '\\|')
}
