import { escaped } from '../../src/report/escaped.mjs'

/** @import { Report } from '../../src/report/report.mjs' */

// The page on which a person verifies a package. Every text of a package is shown as text, and escaped as in the report of the command.

/** @param {string} id */
const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id))
/** @param {string} id */
const input = (id) => /** @type {HTMLInputElement} */ (at(id))
const words = JSON.parse(at('facts').textContent ?? '')

/** The one policy of Trusted Types that the page allows, where the browser has them. */
const { trustedTypes } =
  /** @type {{ trustedTypes?: { createPolicy: (name: string, rules: object) => { createScriptURL: (url: string) => string } } }} */ (
    /** @type {unknown} */ (globalThis)
  )
const policy = trustedTypes?.createPolicy('attestry-verify', {
  createScriptURL: (/** @type {string} */ own) => own,
})

/** @param {string} id */
function chosen(id) {
  return input(id).files?.[0]
}

/** The verification that runs; a new one takes the place of the one before. */
class Running {
  /** @type {Worker | undefined} */
  #worker

  /** @param {Worker} worker */
  is(worker) {
    this.stop()
    this.#worker = worker
  }

  stop() {
    this.#worker?.terminate()
  }
}

/** @param {Running} running */
function listen(running) {
  at('form').addEventListener('submit', (event) => {
    event.preventDefault()
    const file = chosen('package')
    if (file) verify(file, running)
  })
  at('package').addEventListener('change', () => at('verify').focus())
  at('stop').addEventListener('click', () => {
    running.stop()
    state('idle')
  })
  for (const kind of ['dragover', 'drop'])
    document.addEventListener(kind, (event) => {
      event.preventDefault()
      const files = /** @type {DragEvent} */ (event).dataTransfer?.files
      if (kind !== 'drop' || !files?.[0]) return
      input('package').files = files
      verify(files[0], running)
    })
}

/**
 * @param {File} file
 * @param {Running} running
 */
function verify(file, running) {
  if (!(/** @type {HTMLFormElement} */ (at('form')).reportValidity())) return
  const pin = input('pin').value.trim()
  running.stop()
  state('running')
  at('name').textContent = escaped(file.name)
  const progress = /** @type {HTMLProgressElement} */ (at('progress'))
  progress.value = 0
  progress.max = file.size * 2
  const worker = startWorker()
  running.is(worker)
  worker.onmessage = ({ data }) => {
    if (data.read !== undefined) progress.value = Math.min(data.read, progress.max)
    else show(data)
  }
  worker.onerror = ({ message }) => {
    at('verdict').textContent = `The verifier failed: ${message}`
    state('bad')
  }
  /** @type {Asked} */
  const asked = {
    file,
    previous: [...(input('previous').files ?? [])],
    checkpoint: chosen('checkpoint'),
    keys: chosen('keys'),
    keyFile: chosen('key'),
    pin: pin === '' ? [] : [pin],
    organization: input('org').value.trim() || undefined,
    explain: input('explain').value.trim() || undefined,
    witnesses: input('witnesses')
      .value.split('\n')
      .flatMap((line) => line.trim() || []),
    quorum: input('quorum').value.trim() || undefined,
    authorities: [...(input('tsa').files ?? [])],
    allowClockSteps: input('clock-steps').checked,
    requireReplay: input('replay').checked,
    memory: input('memory').value.trim() || undefined,
    sha256: words.verifier_sha256,
  }
  worker.postMessage(asked)
}

/** The verifier stands in the page as text. */
function startWorker() {
  const url = URL.createObjectURL(new Blob([at('worker').textContent ?? ''], { type: 'text/javascript' }))
  return new Worker(policy ? policy.createScriptURL(url) : url)
}

/** @type {Record<Report['result'], 'good' | 'open' | 'bad'>} */
const TONES = {
  verified: 'good',
  unconfirmed: 'open',
  not_replayed: 'open',
  rejected: 'bad',
  revoked: 'bad',
  error: 'bad',
}

/** @param {{ report: Report, text: string, json: string }} found */
function show({ report, text, json }) {
  at('verdict').textContent = report.verdict
  at('next').textContent = nextStep(report)
  at('exit').textContent = `As exit code: ${report.exit_code}`
  at('steps').replaceChildren(...report.steps.map(row))
  at('failures').replaceChildren(
    ...report.failures.map(({ code, message, ...place }) =>
      item(
        `${code}: ${message}${Object.entries(place)
          .map(([name, value]) => ` [${name} ${value}]`)
          .join('')}`,
      ),
    ),
  )
  at('remarks').replaceChildren(...[...report.explanation, ...report.remarks].map(item))
  at('unproven').replaceChildren(...report.not_proven.map((text) => item(asFields(text))))
  at('unproven-part').hidden = report.not_proven.length === 0
  at('text').textContent = text
  save('save-text', text, 'text/plain', 'txt')
  save('save-json', json, 'application/json', 'json')
  state(report.result === 'verified' && !report.signer_confirmed ? 'open' : TONES[report.result])
  at('verdict').focus()
}

/**
 * What is left to do where the package is intact and nobody has said whose key it is. The command says the same in its last line.
 *
 * @param {Report} report
 */
function nextStep({ result, signer_confirmed, package: found }) {
  if (signer_confirmed || (result !== 'verified' && result !== 'unconfirmed')) return ''
  return (
    `It is signed by key ${found?.kid}, which comes from the package itself. Compare this with the key id in ` +
    '/.well-known/attestry/keys.json of the installation, in a contract or by telephone, then put the key id from there ' +
    `into ${asFields('--pin')} and verify again.`
  )
}

/** The fields of this page by the options of the command, which the verifier's sentences name. @type {Record<string, string>} */
const FIELDS = {
  pin: 'pin',
  key: 'key',
  org: 'org',
  keys: 'keys',
  previous: 'previous',
  checkpoint: 'checkpoint',
  'require-replay': 'replay',
  memory: 'memory',
  witness: 'witnesses',
  quorum: 'quorum',
  tsa: 'tsa',
}

/**
 * A sentence of the verifier with the names of fields in place of options.
 *
 * @param {string} text holds no text of a package
 */
function asFields(text) {
  return text.replace(/--([a-z]+(?:-[a-z]+)*)/g, (option, name) => {
    const label = FIELDS[name] && at(FIELDS[name]).closest('label')?.querySelector('span')?.textContent
    return label ? `“${label}”` : option
  })
}

/** @param {Report['steps'][number]} step */
function row({ step, status, detail }) {
  const line = document.createElement('tr')
  const needs = status === 'NOT CHECKED' && words.needs[step] ? `; needs ${asFields(words.needs[step])}` : ''
  const text = detail || `${words.steps[step]}${needs}`
  for (const [name, value] of Object.entries({ step, status, detail: text })) {
    const cell = document.createElement(name === 'step' ? 'th' : 'td')
    if (name === 'step') cell.scope = 'row'
    if (name === 'status') cell.className = status.toLowerCase().replace(' ', '-')
    cell.textContent = escaped(value)
    line.append(cell)
  }
  return line
}

/** @param {string} text */
function item(text) {
  const made = document.createElement('li')
  made.textContent = escaped(text)
  return made
}

/**
 * @param {string} id
 * @param {string} text
 * @param {string} type
 * @param {string} ending
 */
function save(id, text, type, ending) {
  const link = /** @type {HTMLAnchorElement} */ (at(id))
  URL.revokeObjectURL(link.href)
  link.href = URL.createObjectURL(new Blob([text], { type }))
  link.download = `verification.${ending}`
}

/** @param {'idle' | 'running' | 'good' | 'open' | 'bad'} name */
function state(name) {
  document.body.dataset.state = name
}

listen(new Running())

/**
 * @typedef {{ file: File, previous: File[], checkpoint: File | undefined, keys: File | undefined, keyFile: File | undefined, pin: string[],
 *   organization: string | undefined, explain: string | undefined, witnesses: string[], quorum: string | undefined, authorities: File[], allowClockSteps: boolean,
 *   requireReplay: boolean, memory: string | undefined, sha256: string }} Asked
 */
