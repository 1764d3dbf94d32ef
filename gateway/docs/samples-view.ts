import { type Html, html } from './html.ts'
import type { OperationObject } from './operation.ts'
import { curlSample } from './samples/curl.ts'
import { pythonSample } from './samples/python.ts'
import { sampleForms } from './samples/request.ts'
import { typescriptSample } from './samples/typescript.ts'
import { curlDelivery, pythonDelivery, typescriptDelivery } from './samples/webhook.ts'

/** The languages of the examples. Without script all of them are shown; with it, the one that the reader chose. */
export const LANGUAGES = [
  ['curl', 'curl'],
  ['typescript', 'TypeScript'],
  ['python', 'Python'],
] as const

type Language = (typeof LANGUAGES)[number][0]

/** The call of an operation in every language; that of a batch in every form of its body, with a choice between them. */
export function samplesView(method: string, path: string, operation: OperationObject): Html {
  const { operationId: id } = operation
  const signed = operation.security.some((scheme) => !('bearerAuth' in scheme))
  if (signed) {
    const body = deliveredExample(operation)
    return html`${LANGUAGES.map(([language, name]) =>
      figure(name, DELIVERIES[language](body), { language, form: 'one', operation: id }),
    )}`
  }
  const forms = sampleForms(method, path, operation)
  return html`${
    forms.length > 1 &&
    html`<fieldset class="forms" hidden><legend>Form of the body</legend>${forms.map(
      ({ form, title }) =>
        html`<label><input type="radio" name="form-${id}" value="${form}"${form === 'one' && html` checked`}> ${title}</label>`,
    )}</fieldset>`
  }${forms.map(({ form, title, request }) =>
    LANGUAGES.map(([language, name]) =>
      figure(title === undefined ? name : `${name}: ${title.toLowerCase()}`, CALLS[language](request), {
        language,
        form,
        operation: id,
      }),
    ),
  )}`
}

/** The answer to the first example. */
export function answerSample(operation: OperationObject): Html | undefined {
  const [status, success] = Object.entries(operation.responses).find(([code]) => code.startsWith('2'))!
  const example = success.content?.['application/json'].example
  return example === undefined ? undefined : figure(`Answer ${status}`, JSON.stringify(example, null, 2))
}

/** One block of code that can be copied. `sample` identifies the example for the reader's choices. */
export function figure(
  title: string,
  code: string,
  sample?: { language: Language; form: string; operation: string },
): Html {
  return html`<figure${
    sample !== undefined &&
    html` data-operation="${sample.operation}" data-language="${sample.language}" data-form="${sample.form}"`
  }><figcaption>${title}<button type="button" data-copy hidden>Copy</button></figcaption><pre tabindex="0"><code>${code}</code></pre></figure>`
}

/** The native payload of the webhook. */
function deliveredExample({ requestBody }: OperationObject): unknown {
  return Object.values(requestBody?.content['application/json'].examples ?? {})[0]?.value
}

const CALLS = { curl: curlSample, typescript: typescriptSample, python: pythonSample }
const DELIVERIES = { curl: curlDelivery, typescript: typescriptDelivery, python: pythonDelivery }
