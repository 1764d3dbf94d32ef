import { hashOfSubject, idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { when } from '../state.ts'

const STATUSES = ['new', 'pending', 'waiting', 'running', 'successful', 'failed', 'error', 'canceled']

/** A notification of AWX or Ansible Automation Platform about a job or a workflow. It is not graded. */
export const awx: Product = {
  id: 'awx',
  name: 'Ansible Automation Platform or AWX',
  source:
    'https://docs.ansible.com/projects/awx/en/24.6.1/userguide/notification_parameters_supported.html; ansible/awx, awx/main/notifications/webhook_backend.py; bodies that public receivers of them quote',
  forms: [
    [
      ...[has('name'), has('id'), has('created_by'), has('traceback'), is('status', ...STATUSES)],
      like('url', /\/(?:#\/)?(?:execution\/)?(?:jobs|workflows)\//, 'of a job'),
    ],
  ],
  title: ['{name}: {status}'],
  description: ['traceback', 'url'],
  severity: [],
  time: ['finished', 'started'],
  systems: ['inventory'],
  identity: {
    of: idAnd('id', 'url', 'started', 'status'),
    closes: hashOfSubject('name', 'project', 'inventory', 'playbook', 'limit'),
    why: 'The id is not unique: each installation counts its jobs, and a job has notifications of its start and its end. Identity: id, address, start and status. A later success finds its alert by the name, project, inventory, playbook and limit.',
  },
  state: [
    when('status', ['new', 'pending', 'waiting', 'running'], 'informational'),
    when('status', ['successful'], 'passed'),
  ],
}
