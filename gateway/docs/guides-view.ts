import type { OpenapiDocument } from '../openapi/document.ts'
import { type Html, html } from './html.ts'
import { inline } from './markdown.ts'
import type { OperationObject } from './operation.ts'
import { figure, LANGUAGES } from './samples-view.ts'

/** The contents of the guides: id and title. */
export const GUIDES: [id: string, title: string][] = [
  ['first-call', 'Before the first call'],
  ['batches', 'Batches'],
  ['webhook-signature', 'The webhook’s signature'],
  ['other-products', 'Alerts of other products'],
]

/** The guides that several operations share: the environment of the examples, batches, the signature of the webhook. */
export function guidesView(document: OpenapiDocument): Html {
  const operations = Object.values(document.paths).flatMap((item) => Object.values(item)) as OperationObject[]
  const batches = operations.filter(
    ({ requestBody }) => requestBody && formsOf({ requestBody }) !== undefined,
  )
  const delivery = operations.find(({ operationId }) => operationId === 'deliverIncident')
  return html`<section class="guide" id="first-call"><h2>Before the first call</h2>
<p>The examples read the address and the key from the environment. An id of a path is read from there too; a comment names the variable.</p>
${figure('Shell', `export ATTESTRY_URL=${document.servers[0]!.url}\nexport ATTESTRY_API_KEY=…`)}
<p>The examples need curl and openssl, Node.js 22.18 or later (TypeScript runs without a build, as an ES module: <code>example.mts</code>), or
Python 3.9 or later; no package. The clients for TypeScript and Python, in <code>clients/</code> of the source, add retries, lists page
by page and typed errors.</p></section>
<section class="guide" id="batches"><h2>Batches</h2>
<p>${batches.map(({ operationId, summary }, i) => html`${i > 0 && ' · '}<a href="#${operationId}">${summary}</a>`)}</p>
<p>A body has one of three forms. All items are stored, or none. The answer counts them (<code>created</code>) and lists them (<code>data</code>) in the order of the request, in every form. Problems name the place in the body as it was sent.</p>
<dl class="fields">${batches.map(({ operationId, requestBody }) => {
    const [, array, named] = formsOf({ requestBody })!
    return html`<div class="field"><dt><code>${operationId}</code></dt><dd><p>One object; an array of 1 to ${Number(array!.maxItems)}; or an object whose only field is read, <code>${(named!.required as string[])[0]}</code>, with the same array.</p></dd></div>`
  })}</dl>
${batches
  .slice(0, 1)
  .map(({ requestBody }) =>
    Object.values(requestBody!.content['application/json'].examples ?? {}).map(({ summary, value }) =>
      figure(`JSON: ${summary.toLowerCase()}`, JSON.stringify(value, null, 2)),
    ),
  )}</section>${delivery !== undefined && signatureGuide(delivery)}${otherProductsGuide()}`
}

function signatureGuide(delivery: OperationObject): Html {
  const steps = [
    'Make the body and keep its bytes. They are signed exactly as they are sent: format them once, sign, send the same bytes.',
    'Take the Unix time in seconds as `t`. The server refuses a `t` that is more than the time window of the endpoint away (300 seconds unless set otherwise).',
    'Take the HMAC-SHA256 of `t`, a full stop and the body, with the signing secret of the endpoint as key, all of it, `whsec_` included. Write it as lower-case hex.',
    'Send `X-Service-Signature: t=<t>,v1=<hex>`. No API key.',
  ]
  const { t, secret, body, v1 } = SIGNATURE_EXAMPLE
  return html`<section class="guide" id="webhook-signature"><h2>The webhook’s signature</h2>
<ol>${steps.map((step) => html`<li>${inline(step)}</li>`)}</ol>
<p>The examples of <a href="#${delivery.operationId}">${delivery.summary}</a> do this in ${LANGUAGES.map(([, name]) => name).join(', ')}. To compare with your own code:</p>
${figure('Input and result', `secret  ${secret}\nt       ${t}\nbody    ${body}\nv1      ${v1}`)}
<p>An <code>external_id</code> that came within the last 7 days answers 200 with <code>"replay": true</code> and creates nothing. So a delivery without an answer can be sent again; sign it again, because <code>t</code> would be too old.</p></section>`
}

/** The refusal of an alert that no table of `vendor_siem` knows names this guide. */
function otherProductsGuide(): Html {
  const ways = [
    'Send the alert as the sender makes it. A wrapping of it, or a field that its sender leaves out, can hide a known product: the refusal names the nearest and what it lacks.',
    'Let the endpoint read unknown alerts by the usual names of fields: `attestry webhook update --id ID --general-reading`. The incident says that it was read so.',
    'Say with a mapping which field is what, and set the endpoint to `generic_json`: `attestry webhook create --name scanner --format generic_json --mapping mapping.json`.',
    'Send the native payload with `X-Service-Format: service`.',
  ]
  return html`<section class="guide" id="other-products"><h2>Alerts of other products</h2>
<p>An endpoint of the format <code>vendor_siem</code> takes alerts of known products as they come, and refuses any other with 422. There are these ways to have it taken:</p>
<ol>${ways.map((way) => html`<li>${inline(way)}</li>`)}</ol>
${figure('JSON: a mapping', JSON.stringify(MAPPING_EXAMPLE, null, 2))}
<p>A pointer is a JSON Pointer (RFC 6901) into the body; the first value that is not null counts. <code>title</code> is required. Map <code>external_id</code> wherever the sender has an id of the alert: without it no repetition is recognised. <code>attestry webhook try</code> shows what an endpoint makes of a file, without sending it. The guide of the source, <code>docs/integrations/generic/README.md</code>, has every setting.</p></section>`
}

/** A mapping that an endpoint accepts, as a test checks. */
export const MAPPING_EXAMPLE = {
  title: { pointers: ['/alert/name', '/name'] },
  severity: { pointers: ['/alert/level'], map: { P1: 'critical', P2: 'high' }, default: 'unknown' },
  external_id: { pointers: ['/alert/id'] },
  occurred_at: { pointers: ['/alert/time'] },
  affected_systems: { pointers: ['/alert/host'] },
}

/** A signature that anybody can compute again, as a test does. */
export const SIGNATURE_EXAMPLE = {
  secret: 'whsec_example_0123456789',
  t: 1767225600,
  body: '{"title":"Disk encryption disabled","severity":"high"}',
  v1: '0c0271a1df5bbadd61dedb8a5a10398eedcc3ecb07c3aef512f97227c4629d54',
}

/** The three forms of a batch; undefined for another body. */
function formsOf({ requestBody }: Pick<OperationObject, 'requestBody'>) {
  const { schema, examples } = requestBody!.content['application/json']
  const forms = schema.anyOf as { type?: string; maxItems?: number; required?: string[] }[] | undefined
  return examples !== undefined && forms?.[1]?.type === 'array' && forms[2]?.required !== undefined
    ? forms
    : undefined
}
