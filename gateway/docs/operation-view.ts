import type { JsonSchema } from '../openapi/schemas.ts'
import { type Html, html } from './html.ts'
import { inline, markdown } from './markdown.ts'
import type { Media, OperationObject } from './operation.ts'
import { answerSample, samplesView } from './samples-view.ts'
import { fieldView, schemaView, typeOf } from './schema-view.ts'
import { tryView } from './try-view.ts'

/** The part of the page that an operation's view uses. */
export type Page = { schemas: { [name: string]: JsonSchema } }

/** One operation: description and parameters on one side, a request and its answer on the other. */
export function operationView(page: Page, method: string, path: string, operation: OperationObject): Html {
  const { operationId: id, requestBody } = operation
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
<div class="prose">
<h3 id="${id}-title">${operation.summary} <a class="anchor" href="#${id}" aria-label="Link to ${operation.summary}">#</a></h3>
<p class="target"><span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>${
    operation.deprecated === true && html` <span class="deprecated">deprecated</span>`
  }</p>
${markdown(operation.description)}
${parametersView(operation)}
${
  requestBody !== undefined &&
  html`<h4>Request body <span class="type">${typeOf(requestBody.content['application/json'].schema)}</span></h4>${
    requestBody.description !== undefined && html`<p>${inline(requestBody.description)}</p>`
  }${bodyView(requestBody.content['application/json'].schema, page)}`
}
<h4>Answers</h4>
<ul class="answers">${Object.entries(operation.responses).map(
    ([status, { description, content }]) =>
      html`<li><span class="status s${status[0]}">${status}</span> <span>${inline(description)} ${codesOf(content)}</span></li>`,
  )}</ul>
${tryView(method, path, operation)}
</div>
<div class="samples" data-form="one">${samplesView(method, path, operation)}${answerSample(operation)}</div>
</section>`
}

/** The fields of a body that is one named object. For any other body the type above is enough. */
function bodyView(schema: JsonSchema, { schemas }: Page): Html | undefined {
  const named = typeof schema.$ref === 'string' ? schemas[schema.$ref.slice(SCHEMAS.length)] : schema
  return named?.properties === undefined ? undefined : schemaView(named)
}

const SCHEMAS = '#/components/schemas/'

function parametersView({ parameters }: OperationObject): Html | undefined {
  if (parameters.length === 0) return undefined
  return html`<h4>Parameters</h4><dl class="fields">${parameters.map(
    ({ name, in: place, required, description, schema }) =>
      fieldView(
        name,
        { ...schema, description: [`In the ${place}.`, description].filter(Boolean).join(' ') },
        required === true,
      ),
  )}</dl>`
}

/** A successful answer links to its schema, an error names its codes. */
function codesOf(content: Media | undefined): Html | undefined {
  const schema = content?.['application/json'].schema
  if (schema === undefined) return undefined
  const narrowed = (schema.allOf as JsonSchema[] | undefined)?.[1] as
    | { properties: { error: { properties: { code: { const?: string; enum?: string[] } } } } }
    | undefined
  const code = narrowed?.properties.error.properties.code
  if (code === undefined) {
    return schema.properties === undefined
      ? html`<span class="type">${typeOf(schema)}</span>`
      : schemaView(schema)
  }
  return html`${(code.enum ?? [code.const!]).map((word) => html`<code>${word}</code> `)}`
}
