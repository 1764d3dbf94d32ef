import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is, object } from '../recognition.ts'
import { when } from '../state.ts'

const EVENTS = ['violation', 'rate_limit_exceeded', 'pii_detected', 'harmful_content']
const ERRORS = ['tool_error', 'plugin_error']
const SUCCESSES = ['tool_success', 'prompt_success', 'resource_success']

/** A violation that a plugin of the MCP gateway Context Forge stopped, or an error of a tool. It is not graded. */
export const mcpContextForge: Product = {
  id: 'mcp_context_forge',
  name: 'MCP Context Forge',
  source: 'IBM/mcp-context-forge, plugins/webhook_notification, the default template',
  forms: [
    [
      is('event', ...EVENTS, ...ERRORS, ...SUCCESSES),
      ...[has('plugin'), has('request_id'), object('metadata')],
    ],
  ],
  title: ['{violation.reason}: {violation.description}', 'violation.reason'],
  titleStandIn: ['{event} of {metadata.tool_name}', 'MCP Context Forge {event}'],
  description: ['violation.description', 'metadata.error'],
  severity: [],
  time: ['timestamp'],
  systems: ['server_id'],
  identity: {
    of: hashOf('request_id', 'event', 'plugin', 'violation', 'metadata'),
    why: 'The id is not unique: it is that of the request. Identity: id, event, plugin, violation and metadata.',
  },
  state: [when('event', SUCCESSES, 'informational')],
}
