import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

const STATES = ['TO_VERIFY', 'NOT_EXPLOITABLE', 'PROPOSED_NOT_EXPLOITABLE', 'CONFIRMED', 'URGENT']

/** A result of a scan of Checkmarx One: of code, packages, images or infrastructure, or a risk of an API. */
export const checkmarxOne: Product = {
  id: 'checkmarx_one',
  name: 'Checkmarx One',
  source: 'port-labs/ocean, integrations/checkmarx-one, .port/examples',
  forms: [
    [is('state', ...STATES), has('similarityID'), hasOneOf('queryName', 'vulnerabilityDetails')],
    [is('state', ...STATES), has('risk_id'), has('api_id'), has('discovery_date')],
  ],
  title: [
    '{queryName}: {fileName}',
    '{queryName}: {nodes.fileName}',
    'queryName',
    '{id} ({data.packageIdentifier})',
    '{id} in {data.packageName} of {data.imageName}',
    '{name}: {http_method} {url}',
    'id',
  ],
  description: ['description', 'actualValue'],
  severity: [word('severity')],
  time: ['firstFoundAt', 'discovery_date'],
  systems: ['data.imageName', 'data.packageIdentifier', 'url'],
  identity: {
    of: (result) => (has('risk_id').holds(result) ? ofRisk(result) : ofResult(result)),
    why: 'The id is not unique: it is a hash of what was found, which projects with the same code share. Identity: hash and the scan of the project that found it first. Later scans repeat both. The id of a risk of an API is joined with project and date of discovery.',
  },
  state: [when('state', ['NOT_EXPLOITABLE'], 'false_positive'), when('status', ['FIXED'], 'resolved')],
}

const ofResult = idAnd(['resultHash', 'alternateId', 'ID'], 'firstScanID', 'queryName', 'id')
const ofRisk = idAnd('risk_id', 'project_id', 'discovery_date')
