import type { JsonSchema } from '../openapi/schemas.ts'
import { type Html, html } from './html.ts'
import type { OperationObject } from './operation.ts'

/**
 * The form that calls an operation from the page, with the key of the page. assets/try.js shows and sends it. The policy of the
 * page does not allow forms to be submitted in another way.
 */
export function tryView(method: string, path: string, operation: OperationObject): Html | undefined {
  if (!operation.security.some((scheme) => 'bearerAuth' in scheme)) return undefined
  const { operationId: id, parameters, requestBody, summary } = operation
  const media = requestBody?.content['application/json']
  const body = media?.example ?? media?.examples?.one?.value
  return html`<details class="try" hidden><summary>Try it<span class="unseen">: ${summary}</span></summary>
<form data-method="${method.toUpperCase()}" data-path="${path}">
<div class="inputs"><div><label for="try-${id}-key">API key <span class="hint">stays in this page</span></label><input id="try-${id}-key" data-key autocomplete="off" autocapitalize="off" spellcheck="false"></div>${parameters.map((one) => parameterInput(id, one))}</div>${
    body !== undefined &&
    html`<label class="body">Body<textarea name="body" rows="${JSON.stringify(body, null, 2).split('\n').length + 1}" spellcheck="false">${JSON.stringify(body, null, 2)}</textarea></label>`
  }
<p>${
    method === 'get'
      ? 'This is a real call. It leaves an entry in the audit log.'
      : 'This is a real call. It writes, and leaves an entry in the audit log.'
  }</p>
<button type="submit">Send ${method.toUpperCase()}</button>
<div class="outcome" role="status" aria-label="Outcome of ${summary}"></div>
</form></details>`
}

function parameterInput(id: string, parameter: OperationObject['parameters'][number]): Html {
  const { name, in: place, required, schema } = parameter
  const key = `try-${id}-${name}`
  const label = html`<label for="${key}"><code>${name}</code>${required && html` <span class="required">required</span>`}</label>`
  const options = optionsOf(schema)
  if (options === undefined)
    return html`<div>${label}<input id="${key}" name="${name}" data-place="${place}" autocomplete="off"${required && html` required`}></div>`
  return html`<div>${label}<select id="${key}" name="${name}" data-place="${place}"><option></option>${options.map((word) => html`<option>${word}</option>`)}</select></div>`
}

/** The words that a parameter can be, where it is one of few. */
function optionsOf(schema: JsonSchema): string[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum.map(String)
  return schema.type === 'boolean' ? ['true', 'false'] : undefined
}
