import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of IBM Databand, Data Observability in watsonx.data integration, about a pipeline, a run or a data set. */
export const databand: Product = {
  id: 'databand',
  name: 'IBM Databand',
  source:
    'https://www.ibm.com/docs/en/dobd?topic=receivers-custom-webhook; https://www.ibm.com/docs/en/watsonx/wdi/2.4.x?topic=applications-creating-custom-webhook-alert-receiver',
  forms: [
    [
      ...[hasOneOf('databand_link', 'data_observability_link'), has('id'), has('name')],
      hasOneOf('severity', 'status', 'triggered_on'),
    ],
  ],
  title: ['{pipeline}: {name}', 'name'],
  severity: [word('severity')],
  time: ['triggered_on'],
  systems: ['pipeline', 'dataset'],
  identity: {
    of: idAnd('id', 'triggered_on', 'name'),
    why: "The id is a number, 'unique ID for the alert' (alert schema), and it is not documented whether installations share it. Identity: id, name and the time it was triggered. Its acknowledgement and its end repeat them.",
  },
  state: [status('status')],
}
