import type { Draft } from '../../incident.ts'

/**
 * One product whose alerts are taken as they come. `detect` looks at the body alone; `read` is called only on a body
 * that `detect` recognised. Both see what a sender controls, read own properties only and never throw.
 */
export type Product = {
  id: ProductId
  name: string
  detect(body: unknown): boolean
  read(body: unknown): Draft | 'nothing_firing'
}

export type ProductId =
  | 'wazuh_4'
  | 'wazuh_4_shuffle'
  | 'wazuh_5'
  | 'microsoft_sentinel'
  | 'microsoft_graph_alert'
  | 'splunk_webhook'
  | 'splunk_notable'
  | 'elastic_security'
  | 'ocsf_finding'
  | 'crowdstrike_event_stream'
  | 'crowdstrike_alert'
  | 'google_secops'
  | 'qradar_offense'
  | 'graylog'
  | 'alertmanager'
