import type { SampleRequest } from './request.ts'

/** The call for a POSIX shell with curl; openssl makes the idempotency key. */
export function curlSample({ method, target, variables, idempotencyKey, body }: SampleRequest): string {
  const url = `$ATTESTRY_URL${target.replace(/\{(\w+)\}/g, '$$$1')}`
  const lines = [
    `curl --fail-with-body -sS${method === 'GET' || body !== undefined ? '' : ` -X ${method}`} "${url}"`,
    '-H "Authorization: Bearer $ATTESTRY_API_KEY"',
    ...(idempotencyKey ? ['-H "Idempotency-Key: $(openssl rand -hex 16)"'] : []),
    ...(body === undefined ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ]
  return [...variables.map(comment), lines.join(' \\\n  ')].join('\n')
}

/** A value as JSON in single quotes of a shell. */
export function quoted(value: unknown): string {
  return `'${JSON.stringify(value, null, 2).replaceAll("'", "'\\''")}'`
}

function comment({ name, description }: { name: string; description: string }): string {
  return `# ${name}: ${description}`
}
