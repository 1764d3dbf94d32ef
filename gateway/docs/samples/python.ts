import type { SampleRequest } from './request.ts'

/** The call for Python 3.9 or later, with the standard library alone. */
export function pythonSample({ method, target, variables, idempotencyKey, body }: SampleRequest): string {
  const url = `{os.environ['ATTESTRY_URL']}${target.replace(/\{(\w+)\}/g, "{os.environ['$1']}")}`
  const headers = [
    `"Authorization": f"Bearer {os.environ['ATTESTRY_API_KEY']}",`,
    ...(idempotencyKey ? ['"Idempotency-Key": str(uuid.uuid4()),'] : []),
    ...(body === undefined ? [] : ['"Content-Type": "application/json",']),
  ]
  return [
    `import json, os${idempotencyKey ? ', uuid' : ''}`,
    'from urllib.request import Request, urlopen',
    '',
    ...variables.map(({ name, description }) => `# ${name}: ${description}`),
    'request = Request(',
    `    f"${url}",`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    '    headers={',
    ...headers.map((line) => `        ${line}`),
    '    },',
    ...(body === undefined ? [] : [`    data=json.dumps(${pythonValue(body, '    ')}).encode(),`]),
    ')',
    'with urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))',
  ].join('\n')
}

/** A JSON value as Python writes it. @param indent of the line that it begins on */
export function pythonValue(value: unknown, indent = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  if (Array.isArray(value))
    return `[\n${value.map((one) => `${inner}${pythonValue(one, inner)},\n`).join('')}${indent}]`
  const members = Object.entries(value).map(
    ([name, one]) => `${inner}${JSON.stringify(name)}: ${pythonValue(one, inner)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}
