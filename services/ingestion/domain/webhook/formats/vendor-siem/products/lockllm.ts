import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An injection that LockLLM found in a prompt. It is not graded. */
export const lockLlm: Product = {
  id: 'lockllm',
  name: 'LockLLM',
  source: 'https://www.lockllm.com/docs/webhooks',
  forms: [[is('event', 'prompt_injection_detected'), has('scan_result'), has('request_id')]],
  title: ['LockLLM {event}: confidence {scan_result.confidence}', 'LockLLM {event}'],
  description: ['input_preview'],
  severity: [],
  time: ['timestamp'],
  identity: {
    of: id('request_id'),
    why: 'The id is unique: one for each scanned request.',
  },
  state: [when('scan_result.safe', [true], 'passed')],
}
