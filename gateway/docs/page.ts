import type { OpenapiDocument } from '../openapi/document.ts'
import { GUIDES, guidesView } from './guides-view.ts'
import { type Html, html } from './html.ts'
import { inline, markdown } from './markdown.ts'
import type { OperationObject } from './operation.ts'
import { operationView, type Page } from './operation-view.ts'
import { LANGUAGES } from './samples-view.ts'
import { schemaView } from './schema-view.ts'

/** The document as one page of HTML: complete without any script, every text from the document escaped. */
export function docsPage(document: OpenapiDocument): string {
  const { info, components } = document
  const groups = groupsOf(document)
  const page = { schemas: components.schemas }
  return `<!doctype html>\n${
    html`<html lang="en">
${head(document)}
<body>
<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="API">
<a class="brand" href="/"><img src="/console/mark.svg" alt="" width="24" height="24">${info.title} <span>API ${info.version}</span></a>
<input type="search" id="filter" placeholder="Search everything" aria-label="Search everything" aria-keyshortcuts="/" hidden>
<p id="found" role="status"></p>
${contents(document, groups)}
</nav>
<main id="content" tabindex="-1">
${introduction(document)}
${guidesView(document)}
${groups.map((group) => groupView(page, group))}
${schemasView(document)}
</main>
</body>
</html>`.markup
  }\n`
}

/** The operations of each tag, in the order of the document. */
function groupsOf({ paths, tags }: OpenapiDocument): Group[] {
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      path,
      method,
      operation: operation as OperationObject,
    })),
  )
  return tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ operation }) => operation.tags.includes(tag.name)),
  }))
}

type Group = {
  name: string
  operations: { path: string; method: string; operation: OperationObject }[]
}

function head({ info }: OpenapiDocument): Html {
  return html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${info.title} API</title>
<link rel="icon" href="/console/mark.svg">
<link rel="stylesheet" href="/console/theme.css">
<link rel="stylesheet" href="/docs/docs.css">
<link rel="stylesheet" href="/docs/operation.css">
<link rel="stylesheet" href="/docs/try.css">
<script type="module" src="/docs/docs.js"></script>
</head>`
}

/** The choice of the language of the examples, and links to everything. */
function contents({ components }: OpenapiDocument, groups: Group[]): Html {
  return html`<fieldset id="languages" hidden><legend>Examples in</legend>${LANGUAGES.map(
    ([language, name], i) =>
      html`<label><input type="radio" name="language" value="${language}"${i === 0 && html` checked`}> ${name}</label>`,
  )}</fieldset>
<h2>Guide</h2><ul>${[...INTRODUCTION, ...GUIDES].map(([id, title]) => html`<li data-text="${title.toLowerCase()}"><a href="#${id}">${title}</a></li>`)}</ul>
${groups.map(
  ({ name, operations }) =>
    html`<h2>${name}</h2><ul>${operations.map(
      ({ method, path, operation: { operationId, summary } }) =>
        html`<li data-text="${`${method} ${path} ${summary}`.toLowerCase()}"><a href="#${operationId}"><span class="method ${method}">${method.toUpperCase()}</span> ${summary}</a></li>`,
    )}</ul>`,
)}
<h2>Schemas</h2><ul>${Object.keys(components.schemas).map((name) => html`<li data-text="${name.toLowerCase()}"><a href="#schema-${name}">${name}</a></li>`)}</ul>`
}

function introduction({ openapi, info, servers, components }: OpenapiDocument): Html {
  const schemes = Object.entries(components.securitySchemes as { [name: string]: { description: string } })
  return html`<header id="introduction" class="prose"><h1>${info.title} API</h1><p class="lead">${info.summary}</p>
<p class="facts"><code>${servers[0]!.url}</code> <a href="/docs/openapi.json">OpenAPI ${openapi}</a> <span>${String((info.license as { name: string }).name)}</span></p>
${markdown(info.description)}
<h2 id="authentication">Authentication</h2>
<dl class="fields">${schemes.map(([name, { description }]) => html`<div class="field"><dt><code>${name}</code></dt><dd><p>${inline(description)}</p></dd></div>`)}</dl>
</header>`
}

function schemasView({ components }: OpenapiDocument): Html {
  return html`<section><h2 class="group" id="schemas">Schemas</h2>${Object.entries(components.schemas).map(
    ([name, schema]) =>
      html`<article class="schema" id="schema-${name}"><h3>${name} <a class="anchor" href="#schema-${name}" aria-label="Link to ${name}">#</a></h3>${
        typeof schema.description === 'string' && html`<p>${inline(schema.description)}</p>`
      }${schemaView(schema)}</article>`,
  )}</section>`
}

/** The sections of the page's head, by the ids of their headings (the introduction of the document has the two in the middle). */
const INTRODUCTION = [
  ['introduction', 'Introduction'],
  ['permissions', 'Permissions'],
  ['conventions', 'Conventions'],
  ['authentication', 'Authentication'],
] as const

function groupView(page: Page, { name, operations }: Group): Html {
  return html`<section><h2 class="group" id="tag-${name.toLowerCase().replaceAll(' ', '-')}">${name}</h2>${operations.map(
    ({ path, method, operation }) => operationView(page, method, path, operation),
  )}</section>`
}
