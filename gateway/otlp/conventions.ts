import { SpanRole } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import { type Attributes, textAt, textOf } from './attributes.ts'
import { fitting } from './texts.ts'

/**
 * The attribute names that are read, of these conventions, in order of preference:
 * OpenTelemetry GenAI and MCP (opentelemetry.io/docs/specs/semconv/gen-ai), OpenLLMetry (`traceloop.*`), OpenInference
 * (`openinference.span.kind`, `tool.name`, `llm.model_name`), Vercel AI SDK (`ai.*`), Pydantic AI (`agent_name`).
 */
export const NAMES = {
  agent: ['gen_ai.agent.name', 'agent.name', 'ai.telemetry.functionId'],
  conversation: [
    'gen_ai.conversation.id',
    'session.id',
    'traceloop.association.properties.session_id',
    'ai.telemetry.metadata.sessionId',
  ],
  tool: ['gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'mcp.tool.name', 'tool_name'],
  toolCall: ['gen_ai.tool.call.id', 'ai.toolCall.id', 'tool_call.id', 'tool.id', 'tool_use_id'],
  arguments: ['gen_ai.tool.call.arguments', 'ai.toolCall.args', 'input.value', 'traceloop.entity.input'],
  result: ['gen_ai.tool.call.result', 'ai.toolCall.result', 'output.value', 'traceloop.entity.output'],
  model: ['gen_ai.request.model', 'llm.model_name', 'ai.model.id', 'gen_ai.response.model'],
  requested: ['gen_ai.request.model', 'llm.model_name', 'ai.model.id'],
  answeredBy: ['gen_ai.response.model', 'ai.response.model'],
  /** Attestry's own attribute: the decision of a person or a policy about an action, `approve` or `reject`. */
  decision: ['attestry.decision'],
} as const

/** The attribute of a resource that names its service. */
export const SERVICE_NAME = ['service.name'] as const

const ENTITY_KIND = 'traceloop.span.kind'
const ENTITY_NAME = 'traceloop.entity.name'
const PYDANTIC_AGENT = 'agent_name'

/** The attributes that name the kind of a span, and the role of a span for each of their words. */
const KINDS: [attribute: string, roles: { [word: string]: SpanRole }][] = [
  ['attestry.decision', { approve: SpanRole.APPROVAL, reject: SpanRole.REJECTION }],
  [
    'gen_ai.operation.name',
    {
      execute_tool: SpanRole.TOOL_CALL,
      invoke_agent: SpanRole.AGENT,
      chat: SpanRole.MODEL,
      text_completion: SpanRole.MODEL,
      generate_content: SpanRole.MODEL,
    },
  ],
  ['mcp.method.name', { 'tools/call': SpanRole.TOOL_CALL }],
  ['openinference.span.kind', { TOOL: SpanRole.TOOL_CALL, AGENT: SpanRole.AGENT, LLM: SpanRole.MODEL }],
  [ENTITY_KIND, { tool: SpanRole.TOOL_CALL, agent: SpanRole.AGENT }],
  [
    'ai.operationId',
    {
      'ai.toolCall': SpanRole.TOOL_CALL,
      'ai.generateText': SpanRole.AGENT,
      'ai.streamText': SpanRole.AGENT,
      'ai.generateText.doGenerate': SpanRole.MODEL,
      'ai.streamText.doStream': SpanRole.MODEL,
    },
  ],
]

/** The names of all attributes of spans that are read. */
export const READ_OF_SPANS: ReadonlySet<string> = new Set([
  ...Object.values(NAMES).flat(),
  ...KINDS.map(([attribute]) => attribute),
  ENTITY_NAME,
  PYDANTIC_AGENT,
])

/**
 * Returns the role of a span by its attributes, if one of the conventions knows it. A span that names a tool is a call of it, even
 * if it names no operation or an unknown one. The spans of Pydantic AI 1 name none; those of its agents have `agent_name`.
 */
export function roleOf(attributes: Attributes): SpanRole | undefined {
  for (const [attribute, roles] of KINDS) {
    const word = textAt(attributes, attribute)
    if (word !== undefined && Object.hasOwn(roles, word)) return roles[word]
  }
  if (attributes.has('gen_ai.tool.name')) return SpanRole.TOOL_CALL
  const isAgent = attributes.has('gen_ai.agent.name') && attributes.has(PYDANTIC_AGENT)
  return isAgent ? SpanRole.AGENT : undefined
}

/**
 * Returns the tool that a tool's span names, in an attribute or else in the span's name (`execute_tool search`, `tools/call
 * search`). With OpenInference the span has the name of the tool.
 */
export function toolOf(attributes: Attributes, name: string): string | undefined {
  return (
    textOf(attributes, NAMES.tool) ??
    entityOf(attributes) ??
    /^(?:execute_tool|tools\/call) (.+)$/s.exec(name)?.[1] ??
    openInferenceName(attributes, name)
  )
}

/**
 * Returns the agent that an agent's span names, in an attribute or else in the span's name (`invoke_agent billing`; with
 * OpenInference the whole name).
 */
export function agentOf(attributes: Attributes, name: string): string | undefined {
  return (
    textOf(attributes, NAMES.agent) ??
    entityOf(attributes) ??
    /^invoke_agent (.+)$/s.exec(name)?.[1] ??
    openInferenceName(attributes, name)
  )
}

function entityOf(attributes: Attributes): string | undefined {
  return attributes.has(ENTITY_KIND) ? textAt(attributes, ENTITY_NAME) : undefined
}

/** Returns the name of a span of OpenInference, whose function wrappers name the function only there. */
function openInferenceName(attributes: Attributes, name: string): string | undefined {
  return attributes.has('openinference.span.kind') && name !== '' ? name : undefined
}

/**
 * Returns the model that was asked for and, if the answer names a version of it (`gpt-4o` answered by `gpt-4o-2024-08-06`), that
 * version.
 */
export function modelOf(attributes: Attributes): { modelName?: string; modelVersion?: string } {
  const modelName = textOf(attributes, NAMES.model)
  if (modelName === undefined) return {}
  const answered = textOf(attributes, NAMES.answeredBy)
  const dated = answered?.startsWith(`${modelName}-`) ? answered.slice(modelName.length + 1) : ''
  const named = { modelName: fitting(modelName) }
  return dated === '' ? named : { ...named, modelVersion: fitting(dated) }
}
