import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { makeScene, personAt } from '../gate/people.ts'
import { bootInstallation } from '../harness/installation.ts'
import { run } from './pipeline.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const ACTION = `${ROOT}integrations/github-action`
const COMPONENT = `${ROOT}integrations/gitlab/templates/release-gate.yml`

/** Makes an installation with an organization, and a folder in which runners work. */
export async function runnerScene() {
  const at = await bootInstallation()
  const organization = await at.another()
  const workspace = await mkdtemp(join(tmpdir(), 'attestry-runner-'))
  return {
    ...{ at, organization, key: organization.key, workspace },
    scene: () => {
      const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
      return makeScene(at, organization, { admin, author: admin })
    },
    async stop() {
      await at.stop()
      await rm(workspace, { recursive: true })
    },
  }
}
export type RunnerScene = Awaited<ReturnType<typeof runnerScene>>

/** Packs the package of the command for pipelines into a folder. @returns its name there */
export async function packed(workspace: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', '--silent', `${ROOT}clients/cli`], {}, workspace)
  return `./${stdout.trim()}`
}

/** Runs the steps of the composite action as a runner does: puts the inputs into the step's environment, then runs the shell. */
export async function github(workspace: string, inputs: { [name: string]: string }) {
  const action = parse(await readFile(`${ACTION}/action.yml`, 'utf8'))
  const values = Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [
      name,
      inputs[name] ?? (input as { default?: string }).default ?? '',
    ]),
  )
  const [step] = action.runs.steps
  const env = Object.fromEntries(
    Object.entries(step.env).map(([name, value]) => [
      name,
      String(value).replace(/\$\{\{ inputs\.([a-z-]+) \}\}/g, (_, input) => values[input]!),
    ]),
  )
  const files = { GITHUB_OUTPUT: join(workspace, 'output'), GITHUB_STEP_SUMMARY: join(workspace, 'summary') }
  for (const file of Object.values(files)) await writeFile(file, '')
  const shell = ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run]
  const ran = await run('bash', shell, { ...env, ...files, GITHUB_ACTION_PATH: ACTION }, workspace)
  return {
    ...ran,
    output: await readFile(files.GITHUB_OUTPUT, 'utf8'),
    summary: await readFile(files.GITHUB_STEP_SUMMARY, 'utf8'),
  }
}

/**
 * Runs the shell step of the stage for Jenkins as an agent does, in a workspace that has the command. @returns also the report's
 * file
 */
export async function jenkins(workspace: string, inputs: { [variable: string]: string }, system: string) {
  const readme = await readFile(`${ROOT}integrations/jenkins/README.md`, 'utf8')
  const [, script = ''] = /sh '''\n(.*?)'''/s.exec(readme)!
  const [, report = ''] = /junit '(.*?)'/.exec(readme)!
  const ran = await run('sh', ['-xec', script.replaceAll('Support assistant', system)], inputs, workspace)
  return { ...ran, report: join(workspace, report) }
}

/**
 * Runs the job of the component as a runner does: interpolates the inputs, sets the variables, runs the script lines in one
 * shell.
 */
export async function gitlab(workspace: string, inputs: { [name: string]: string }) {
  const [spec, jobs] = parseAllDocuments(await readFile(COMPONENT, 'utf8')).map((document) =>
    document.toJSON(),
  )
  const job = JSON.parse(
    JSON.stringify(jobs['attestry-release-gate']).replace(/\$\[\[ inputs\.([a-z_]+) \]\]/g, (_, name) =>
      String(inputs[name] ?? spec.spec.inputs[name].default),
    ),
  )
  const script = ['set -eo pipefail', ...job.script].join('\n')
  const ran = await run('bash', ['-c', script], { ...job.variables, ATTESTRY_API_KEY: inputs.key }, workspace)
  return { ...ran, report: join(workspace, job.artifacts.reports.junit) }
}
