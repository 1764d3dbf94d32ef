import type { Product } from '../product.ts'
import { anomonitor } from './anomonitor.ts'
import { awx } from './awx.ts'
import { bugSplat } from './bugsplat.ts'
import { enGeniusCloud } from './engenius-cloud.ts'
import { firebaseAlert } from './firebase-alert.ts'
import { fullstory } from './fullstory.ts'
import { highlight } from './highlight.ts'
import { ibmMobileFirst } from './ibm-mobilefirst.ts'
import { luciq } from './luciq.ts'
import { moEngage } from './moengage.ts'
import { nasuni } from './nasuni.ts'
import { netBeez } from './netbeez.ts'
import { postHog } from './posthog.ts'
import { pulseApi } from './pulseapi.ts'
import { pulsewise } from './pulsewise.ts'
import { rundeck } from './rundeck.ts'
import { tideways } from './tideways.ts'
import { veeamOne } from './veeam-one.ts'
import { vercel } from './vercel.ts'

/** Products that watch applications, sites and networks, and report what they find. */
export const APPLICATION_PRODUCTS: readonly Product[] = [
  firebaseAlert,
  tideways,
  netBeez,
  pulseApi,
  pulsewise,
  postHog,
  ibmMobileFirst,
  vercel,
  highlight,
  moEngage,
  nasuni,
  enGeniusCloud,
  fullstory,
  luciq,
  anomonitor,
  rundeck,
  bugSplat,
  awx,
  veeamOne,
]
