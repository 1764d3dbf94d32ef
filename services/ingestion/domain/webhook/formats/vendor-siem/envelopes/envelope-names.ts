/** Paths under which answers and notifications hold lists of alerts. */
export const LISTS: readonly (readonly string[])[] = [
  ...['value', 'findings', 'alerts', 'data', 'items', 'resources', 'results', 'result', 'detections'],
  ...[
    'incidents',
    'offenses',
    'records',
    'events',
    'messages',
    'documents',
    'listFindingsResults',
    'receivedMessages',
    'curatedRuleDetections',
    'hits',
    'alert',
    'edges',
    'logEvents',
    'responseData',
  ],
  ...['body', 'payload'],
  ...['reply.alerts', 'reply.incidents', 'reply.DATA', 'data.alerts', 'data.findings'],
  ...['result.data.incidentItems', 'params.events'],
  ...['context.alerts', 'context.hits', 'alerts.edges', 'data.alerts.edges'],
].map((path) => path.split('.'))

/** Paths under which they hold one alert. */
export const OBJECTS: readonly (readonly string[])[] = [
  ...[
    'object',
    'alert',
    'incident',
    'finding',
    'detection',
    'data',
    'body',
    'payload',
    'message',
    'result',
    'event',
    'data_base64',
    'kinesis',
    'ContentData',
    'node',
  ],
].map((name) => [name])

/** Names under which brokers, log shippers and automation hold an alert. Alerts use these names too. */
export const CARRIERS: readonly (readonly string[])[] = [
  ...['detail', 'content', 'value', 'json', 'input', 'request', 'triggerBody', 'execution_argument'],
  ...['original', '_raw', 'parameters', 'log_processed', 'log', 'msg', 'full_message', 'short_message'],
  ...['record', 'params', 'outputs', 'attributes', 'text'],
  // The source material of cases of automation: Cortex XSOAR, FortiSOAR and others.
  ...['rawJSON', 'rawEvent', 'rawAlert', 'raw', 'sourceData', 'originalEvent'],
].map((name) => [name])
