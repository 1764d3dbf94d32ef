import type { IncidentReport } from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { documentOf, NOT_STATED } from './document.ts'
import { visible } from './visible.ts'

/** A version of a report as one page that loads nothing and runs nothing. All texts that people wrote are escaped. */
export function htmlOf(report: IncidentReport): Buffer {
  const { title, facts, fields } = documentOf(report)
  const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<dl>
${facts.map(({ label, text }) => `<dt>${escaped(label)}</dt><dd dir="auto">${escaped(text)}</dd>`).join('\n')}
</dl>
${fields.map(fieldOf).join('\n')}
</main>
</body>
</html>
`
  return Buffer.from(page)
}

function fieldOf({ label, article, text }: { label: string; article: string; text: string }): string {
  const value =
    text === '' ? `<p class="empty">${NOT_STATED}</p>` : `<p class="value" dir="auto">${escaped(text)}</p>`
  return `<section>\n<h2>${escaped(label)} <small>${escaped(article)}</small></h2>\n${value}\n</section>`
}

function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (found) => `&#${found.charCodeAt(0)};`)
}

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:48rem;padding:0 1rem;color:#111;background:#fff}
h1{font-size:1.5rem}h2{font-size:1rem;margin:1.5rem 0 .25rem}small{font-weight:normal;color:#555}
p{margin:0}.value{white-space:pre-wrap;overflow-wrap:anywhere}.empty{color:#555;font-style:italic}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 1rem}dt{color:#555}dd{margin:0;overflow-wrap:anywhere}`
