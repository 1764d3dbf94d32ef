import { type DescFile, type DescMethod, type DescService, getOption } from '@bufbuild/protobuf'
import { access } from './gen/attestry/common/v1/access_pb.ts'
import { ActorKind, Role } from './gen/attestry/common/v1/caller_pb.ts'

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

This page lists every RPC, its callers and what it does. \`npm run gen\` makes it from the protos. An interceptor of every
service enforces the same declarations. How to call the RPCs: [grpc.md](grpc.md).

- **People**: the roles that may call it, signed in, by the command or at \`POST /api/control/<service>/<RPC>\` (Connect,
  JSON; an export is \`GET /api/control/evidence-export\`). A role contains no other.
- **Others**: \`key\`: an API key with the permission, through REST. \`client\`: a service client, over Connect, gRPC or
  gRPC-Web. \`operator\`: the command, on the machine. \`processes\`: Attestry's own processes only.
- **Marks**: \`changes\`: commits with its audit entry. \`retry\`: takes an \`idempotency-key\`. A module: the organization
  needs it.
`

/**
 * The text of docs/rpcs.md.
 *
 * @param files descriptors with their comments (source info), in any order
 * @throws Error when a service has no RPC, or an RPC or a service has no description
 */
export function rpcsPage(files: readonly DescFile[]): string {
  return [
    HEAD,
    ...SERVICES.flatMap((name) => [`## ${name}\n`, ...servicesOf(files, name).map(section)]),
  ].join('\n')
}

function servicesOf(files: readonly DescFile[], name: string): DescService[] {
  const services = files
    .filter(({ proto }) => proto.package === `attestry.${name}.v1`)
    .flatMap(({ services }) => services)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  if (services.length === 0) throw new Error(`attestry.${name}.v1 has no service`)
  return services
}

function section(service: DescService): string {
  const { typeName, methods, file } = service
  const at = file.services.indexOf(service)
  const rows = methods.map((method, i) =>
    row(method, commentAt(service, typeName, [6, at, 2, i], method.name)),
  )
  return `### ${typeName}

${commentAt(service, typeName, [6, at])}

| RPC | What it does | People | Others | Marks |
|---|---|---|---|---|
${rows.join('\n')}
`
}

function row(method: DescMethod, comment: string): string {
  const { control, everyRole, actors, writes, internal, addon, idempotencyKey } = getOption(method, access)
  const people = ROLES.filter(([role]) => control.includes(role)).map(([, word]) => word)
  const others = internal
    ? ['processes']
    : ACTORS.filter(([kind]) => actors.includes(kind)).map(([, word]) => word)
  const marks = [writes && 'changes', idempotencyKey && 'retry', addon !== '' && `\`${addon}\``].filter(
    Boolean,
  )
  return `| ${method.name} | ${comment} | ${everyRole ? 'all' : people.join(', ')} | ${others.join(', ')} | ${marks.join(', ')} |`
}

/** The comment before a declaration, by its path in the file (descriptor.proto, SourceCodeInfo.Location). */
function commentAt({ file }: DescService, typeName: string, path: number[], rpc?: string): string {
  const location = file.proto.sourceCodeInfo?.location.find((one) => one.path.join() === path.join())
  const comment = location?.leadingComments.trim() ?? ''
  if (comment === '')
    throw new Error(`${rpc === undefined ? typeName : `${typeName}/${rpc}`} has no description`)
  return comment.replace(/\s*\n\s*/g, ' ').replaceAll('|', '\\|')
}
