import type { OperationObject } from '../operation.ts'

/** A call as the examples make it. Ids of the path come from the environment, by the names of `variables`. */
export type SampleRequest = {
  method: string
  /** The path, with `{VARIABLE}` for values of the environment, and the required query. */
  target: string
  variables: { name: string; description: string }[]
  idempotencyKey: boolean
  /** Undefined if the operation takes no body. */
  body: unknown
}

/** The forms in which a body can be sent: three for a batch, else one without a title. */
type SampleForm = { form: string; title: string | undefined; request: SampleRequest }

/** The calls that show an operation: one, or for a batch one in each form of its body. */
export function sampleForms(method: string, path: string, operation: OperationObject): SampleForm[] {
  const { parameters, requestBody } = operation
  const variables: SampleRequest['variables'] = []
  const bare = path.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const variable = variableOf(name, path.slice(0, at))
    const description = parameters.find((one) => one.in === 'path' && one.name === name)?.description ?? ''
    variables.push({ name: variable, description })
    return `{${variable}}`
  })
  const query = parameters
    .filter((one) => one.in === 'query' && one.required === true)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
  const call = {
    method: method.toUpperCase(),
    target: query.length === 0 ? bare : `${bare}?${query.join('&')}`,
    variables,
    idempotencyKey: parameters.some((one) => one.in === 'header' && one.name === 'Idempotency-Key'),
  }
  const media = requestBody?.content['application/json']
  if (media?.examples === undefined)
    return [{ form: 'one', title: undefined, request: { ...call, body: media?.example } }]
  return Object.entries(media.examples).map(([form, { summary, value }]) => ({
    form,
    title: summary,
    request: { ...call, body: value },
  }))
}

/** `id` below `/incidents/` is INCIDENT_ID, `runId` is RUN_ID. */
function variableOf(name: string, before: string): string {
  const whole = name === 'id' ? `${before.split('/').at(-2)!.replace(/s$/, '')}Id` : name
  return whole.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
}
