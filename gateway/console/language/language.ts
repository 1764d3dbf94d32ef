/** The language of this build. A build in another language has other values in this file (texts/translate.mjs). */
export const LANGUAGE: string = 'en'

/** The languages that the console was built in, each with its name in that language. */
export const LANGUAGES: readonly (readonly [code: string, name: string])[] = [['en', 'English']]

/** The words of the API that are shown in another form than that of the API. */
export const WORDS: { [word: string]: string } = {
  nis2: 'NIS2',
  dora: 'DORA',
  gdpr: 'GDPR',
  cra: 'CRA',
  cra_vulnerability: 'CRA, exploited vulnerability',
  cra_incident: 'CRA, severe incident',
  ai_act: 'AI Act',
  cer: 'CER',
  eidas: 'eIDAS',
  eidas_qualified: 'eIDAS, qualified trust service',
  vendor_siem: 'SIEM products',
  generic_json: 'JSON by mapping',
  service: 'own format',
  api_key: 'API key',
  email: 'e-mail',
  slack: 'Slack',
  teams: 'Teams',
  mattermost: 'Mattermost',
  rest: 'REST',
  grpc: 'gRPC',
}
