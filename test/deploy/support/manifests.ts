import { globSync, readFileSync } from 'node:fs'
import { parse, parseAllDocuments } from 'yaml'
import { ROOT } from './variables.ts'

/** A container that the manifests run, and what it is started with. */
type Workload = {
  where: string
  args: string[]
  env: { [name: string]: string }
  /** Whether it is confined: unprivileged, no capabilities, a root file system that cannot be written. */
  confined: boolean
  /** The URL that its health check calls; undefined for /readyz of the gateway. */
  health: string | undefined
}

// biome-ignore lint/suspicious/noExplicitAny: a parsed document is what the tests look into.
type Document = any

/** Reads every document of deploy/kubernetes. @throws the first error of a file that is not YAML */
export function kubernetes(): Document[] {
  return globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }).flatMap((path) =>
    parseAllDocuments(readFileSync(`${ROOT}${path}`, 'utf8'), { merge: true }).map((document) => {
      if (document.errors[0] !== undefined) throw document.errors[0]
      return document.toJS()
    }),
  )
}

export function compose(): Document {
  return parse(readFileSync(`${ROOT}deploy/compose.yaml`, 'utf8'), { merge: true })
}

/** Returns the containers that Kubernetes runs, in Deployments and Jobs. */
export function podWorkloads(): Workload[] {
  const documents = kubernetes()
  const configuration = documents.find(({ kind }) => kind === 'ConfigMap').data
  return documents
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map(({ kind, metadata, spec }) => {
      const pod = spec.template.spec
      const [container] = pod.containers
      const own = container.env.map(({ name, value }: { name: string; value?: string }) => [
        name,
        value ?? 'secret',
      ])
      const { securityContext: security } = container
      return {
        where: `${kind} ${metadata.name}`,
        args: container.args,
        env: { ...(container.envFrom === undefined ? {} : configuration), ...Object.fromEntries(own) },
        confined:
          pod.securityContext.runAsNonRoot === true &&
          pod.securityContext.seccompProfile.type === 'RuntimeDefault' &&
          pod.automountServiceAccountToken === false &&
          security.readOnlyRootFilesystem === true &&
          security.allowPrivilegeEscalation === false &&
          security.capabilities.drop[0] === 'ALL',
        health: container.readinessProbe?.exec?.command[2],
      }
    })
}

/** Returns our containers that Compose runs. */
export function composeWorkloads(): Workload[] {
  return Object.entries<Document>(compose().services)
    .filter(([, { image }]) => image === 'attestry')
    .map(([name, service]) => ({
      where: `compose ${name}`,
      args:
        service.entrypoint === undefined
          ? service.command
          : service.command[0].split('attestry ')[1].split(/\s+/),
      env: interpolated(service.environment ?? {}),
      confined:
        service.read_only === true &&
        service.cap_drop[0] === 'ALL' &&
        service.security_opt[0] === 'no-new-privileges:true',
      health: service.healthcheck?.test?.[3],
    }))
}

/** Returns the variables as Compose passes them where its own environment is empty: `${NAME:-default}`, and a text for `${NAME:?error}`. */
function interpolated(env: { [name: string]: unknown }): { [name: string]: string } {
  const value = (text: unknown): string =>
    String(text).replace(/\$\{[A-Z_]+:([-?])([^}]*)\}/g, (_, mark, rest) => (mark === '-' ? rest : 'secret'))
  return Object.fromEntries(Object.entries(env).map(([name, text]) => [name, value(text)]))
}
