import type { SampleRequest } from './request.ts'

/** The call for Node.js and other runtimes with `fetch`, as an ES module. */
export function typescriptSample({ method, target, variables, idempotencyKey, body }: SampleRequest): string {
  const url = `\${process.env.ATTESTRY_URL}${target.replace(/\{(\w+)\}/g, `\${process.env.$1}`)}`
  const headers = [
    `Authorization: \`Bearer \${process.env.ATTESTRY_API_KEY}\`,`,
    ...(idempotencyKey ? ["'Idempotency-Key': crypto.randomUUID(),"] : []),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json',"]),
  ]
  return [
    ...variables.map(({ name, description }) => `// ${name}: ${description}`),
    `const response = await fetch(\`${url}\`, {`,
    ...(method === 'GET' ? [] : [`  method: '${method}',`]),
    `  headers: {`,
    ...headers.map((line) => `    ${line}`),
    `  },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${typescriptValue(body, '  ')}),`]),
    `})`,
    `if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)`,
    'console.log(JSON.stringify(await response.json(), null, 2))',
  ].join('\n')
}

/** A JSON value as TypeScript writes it. @param indent of the line that it begins on */
export function typescriptValue(value: unknown, indent = ''): string {
  if (typeof value === 'string') return text(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const inner = `${indent}  `
  if (Array.isArray(value))
    return `[\n${value.map((one) => `${inner}${typescriptValue(one, inner)},\n`).join('')}${indent}]`
  const members = Object.entries(value).map(
    ([name, one]) =>
      `${inner}${/^[a-zA-Z_]\w*$/.test(name) ? name : text(name)}: ${typescriptValue(one, inner)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}

function text(value: string): string {
  return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}
