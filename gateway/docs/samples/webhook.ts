import { quoted } from './curl.ts'
import { pythonValue } from './python.ts'
import { typescriptValue } from './typescript.ts'

/** A signed delivery with curl and openssl (docs/api.md 5.3). The bytes that are signed are the bytes that are sent. */
export function curlDelivery(body: unknown): string {
  return `# ATTESTRY_WEBHOOK_URL, ATTESTRY_WEBHOOK_SECRET: shown when the endpoint is made.
body=${quoted(body)}
t=$(date +%s)
v1=$(printf '%s' "$t.$body" | openssl dgst -sha256 -hmac "$ATTESTRY_WEBHOOK_SECRET" -r | cut -d ' ' -f 1)
curl --fail-with-body -sS "$ATTESTRY_WEBHOOK_URL" \\
  -H 'Content-Type: application/json' \\
  -H "X-Service-Signature: t=$t,v1=$v1" \\
  --data-binary "$body"`
}

/** The same for Node.js. */
export function typescriptDelivery(body: unknown): string {
  return `import { createHmac } from 'node:crypto'

// ATTESTRY_WEBHOOK_URL, ATTESTRY_WEBHOOK_SECRET: shown when the endpoint is made.
const { ATTESTRY_WEBHOOK_URL = '', ATTESTRY_WEBHOOK_SECRET = '' } = process.env
const body = JSON.stringify(${typescriptValue(body)})
const t = Math.floor(Date.now() / 1000)
const v1 = createHmac('sha256', ATTESTRY_WEBHOOK_SECRET).update(\`\${t}.\${body}\`).digest('hex')
const response = await fetch(ATTESTRY_WEBHOOK_URL, {
  method: 'POST',
  headers: { 'Content-Type': 'application/json', 'X-Service-Signature': \`t=\${t},v1=\${v1}\` },
  body,
})
if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)
console.log(JSON.stringify(await response.json(), null, 2))`
}

/** The same for Python 3.9 or later, with the standard library alone. */
export function pythonDelivery(body: unknown): string {
  return `import hashlib, hmac, json, os, time
from urllib.request import Request, urlopen

# ATTESTRY_WEBHOOK_URL, ATTESTRY_WEBHOOK_SECRET: shown when the endpoint is made.
body = json.dumps(${pythonValue(body)}).encode()
t = int(time.time())
v1 = hmac.new(os.environ["ATTESTRY_WEBHOOK_SECRET"].encode(), f"{t}.".encode() + body, hashlib.sha256).hexdigest()
request = Request(
    os.environ["ATTESTRY_WEBHOOK_URL"],
    method="POST",
    headers={"Content-Type": "application/json", "X-Service-Signature": f"t={t},v1={v1}"},
    data=body,
)
with urlopen(request) as response:
    print(json.dumps(json.load(response), indent=2))`
}
