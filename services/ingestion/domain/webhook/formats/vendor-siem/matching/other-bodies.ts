import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { type Condition, has, hasOneOf, is, like } from '../recognition.ts'

/**
 * Describes a body that is no alert but of a known kind, for the person who set up the sender: a native payload, or an event of
 * a registry or of development. Null for any other.
 */
export function otherBody(body: unknown): string | null {
  if (NATIVE_PAYLOAD.every(({ holds }) => holds(body))) return NATIVE
  if (REGISTRY.some((form) => form.every(({ holds }) => holds(body)))) return MODELS
  return WORK.some((form) => form.every(({ holds }) => holds(body))) ? DEVELOPMENT : null
}

/** As `otherBody`, for the kinds that are also recognised in a part of a body. */
export function otherPart(part: unknown): string | null {
  const other = OTHERS.find(({ forms }) => forms.some((form) => form.every(({ holds }) => holds(part))))
  return other?.what ?? null
}

/** As `otherBody`, for an event of EventBridge. Its envelope does not tell what it holds. */
export function eventBridgeBody(body: unknown): string | null {
  return AWS_EVENT.every(({ holds }) => holds(body)) ? AWS : null
}

/** A condition that an object has no fields but these. */
function only(needs: string, names: ReadonlySet<string>): Condition {
  return { needs, holds: (body) => isObject(body) && Object.keys(body).every((name) => names.has(name)) }
}

const NO_FINDING: Condition = {
  needs: 'a category other than findings',
  holds: (body) => plainText(valueAt(body, 'category_uid')) !== '2',
}

const NATIVE_FIELDS = new Set([
  ...['title', 'description', 'severity'],
  ...['source_system', 'external_id', 'occurred_at'],
])
const NATIVE_PAYLOAD = [
  has('title'),
  only('fields of the native payload (docs/api.md 2.9) alone', NATIVE_FIELDS),
]
/** Fields of a chat message without attachments: Slack, Mattermost, Google Chat, Discord. */
const CHAT_FIELDS = new Set([
  ...[
    'text',
    'content',
    'channel',
    'username',
    'icon_emoji',
    'icon_url',
    'avatar_url',
    'mrkdwn',
    'link_names',
  ],
  ...['unfurl_links', 'unfurl_media', 'thread_ts', 'response_type', 'tts', 'allowed_mentions'],
])

const NATIVE =
  'it is a payload of the native format. Send it with X-Service-Format: service, or set the endpoint to that format'
const CHAT =
  'it is a message for a chat (Slack, Teams, Discord), written for people. Let the sender post its alerts as JSON of its own, where it has such a webhook'
const OCSF = 'it is an event of OCSF, but no finding (category_uid 2). Let the sender send findings only'
const SEKOIA =
  'it is a notification of Sekoia.io, which names an alert without its content. Fetch the alert (GET /v1/sic/alerts/{short_id}) and send that'
const AWS =
  'it is an event of EventBridge that is not known as an alert. Let the rule match findings and alarms only (docs/integrations/products.md)'
const AWS_EVENT = [has('detail-type'), has('detail'), like('source', /^aws\./, 'aws.…')]
const LOG =
  'it is an entry of a log, which tells what happened and not that something is wrong. Let the product that watches the log send its alerts'

const DEVELOPMENT =
  'it is an event of development, such as a push, a pull request or a build, and no alert. Let the sender send its security alerts only (Dependabot, code and secret scanning, vulnerabilities)'
const WORK: readonly (readonly Condition[])[] = [
  [
    has('repository.full_name'),
    hasOneOf('sender.login', 'pusher.name', 'actor.nickname', 'actor.display_name'),
  ],
  [has('object_kind'), hasOneOf('project.web_url', 'project.path_with_namespace', 'project_id')],
  [is('publisherId', 'tfs', 'rm', 'pipelines'), has('eventType'), has('resource')],
  [has('build.phase'), has('build.full_url')],
]

const MODELS =
  'it is a change in a registry of models or prompts, such as a new version, and no alert. Submit evaluations of a version by the API (docs/pipelines.md), and let the sender send its alerts only'
const REGISTRY: readonly (readonly Condition[])[] = [
  // MLflow, the registry of Databricks, and Hugging Face.
  [
    like('entity', /^(?:registered_model|model_version|prompt)/, 'of a registry'),
    is('action', 'created', 'updated', 'deleted', 'set'),
    has('data.name'),
  ],
  [
    like('event', /^(?:MODEL_VERSION|REGISTERED_MODEL|TRANSITION_REQUEST|COMMENT)_/, 'of a registry'),
    has('model_name'),
    has('webhook_id'),
  ],
  [has('event.scope'), has('event.action'), is('repo.type', 'model', 'dataset', 'space'), has('repo.name')],
]

const REPORT =
  'it is the report of a scan, which holds any number of findings. Let the sender send each finding by itself, or the product that manages findings its alerts'

const OTHERS: readonly { what: string; forms: readonly (readonly Condition[])[] }[] = [
  {
    what: CHAT,
    forms: [
      [hasOneOf('attachments.fallback', 'attachments.blocks', 'attachments.color', 'blocks.type')],
      [hasOneOf('text', 'content'), only('fields of a chat message alone', CHAT_FIELDS)],
      [is('@type', 'MessageCard')],
      [is('type', 'AdaptiveCard')],
      [
        is('type', 'message'),
        like('attachments.contentType', /^application\/vnd\.microsoft\.card/, 'a card'),
      ],
      [hasOneOf('embeds.title', 'embeds.description')],
    ],
  },
  {
    what: SEKOIA,
    forms: [
      [is('type', 'alert'), has('action'), like('attributes.short_id', /^AL/, 'AL…')],
      [is('type', 'alert-comment'), has('action'), has('attributes.alert_short_id')],
    ],
  },
  { what: OCSF, forms: [[has('class_uid'), has('category_uid'), has('metadata'), NO_FINDING]] },
  {
    what: LOG,
    forms: [
      [has('eventVersion'), has('eventSource'), has('eventName'), has('awsRegion')],
      [has('EventID'), hasOneOf('ProviderGuid', 'ProviderName', 'Channel')],
      [is('kind', 'Event'), like('apiVersion', /^audit\.k8s\.io\//, 'of the audit of Kubernetes')],
      [has('protoPayload.methodName'), has('logName')],
    ],
  },
  {
    what: REPORT,
    forms: [
      [has('runs.tool.driver.name'), has('version')],
      [is('bomFormat', 'CycloneDX'), has('specVersion')],
      [has('SchemaVersion'), has('ArtifactName'), has('ArtifactType')],
      [has('matches.vulnerability.id'), has('matches.artifact.name'), has('descriptor')],
    ],
  },
]
