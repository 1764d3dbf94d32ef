import { choices, code, long, number, text, time, word } from '../fields.js'

const SERVICE = 'attestry.ledger.v1.SupplierService'

export const suppliers = {
  name: 'suppliers',
  title: 'Suppliers',
  group: 'Registers',
  about: 'Who is depended on. The category decides which assessment a supplier needs.',
  list: { rpc: `${SERVICE}/ListSuppliers`, items: 'suppliers', paged: true },
  columns: [
    text('name', 'Name'),
    word('category', 'Category', 'SUPPLIER_CATEGORY'),
    word('assessmentStatus', 'Assessment', 'ASSESSMENT_STATUS'),
    number('riskScore', 'Risk score'),
    time('createdAt', 'Recorded'),
  ],
  details: [
    text('orgNumber', 'Organization number'),
    long('serviceDescription', 'Service'),
    text('contactEmail', 'Contact'),
    code('id', 'Id'),
  ],
  actions: [
    {
      label: 'Assess',
      rpc: `${SERVICE}/AssessSupplier`,
      inputs: [
        {
          name: 'status',
          label: 'Assessment',
          kind: 'select',
          options: choices('ASSESSMENT_STATUS', 'pending', 'in_progress', 'approved', 'rejected', 'expired'),
          value: ({ assessmentStatus }) => assessmentStatus,
        },
        {
          name: 'riskScore',
          label: 'Risk score',
          kind: 'number',
          min: 0,
          max: 100,
          value: ({ riskScore = 0 }) => riskScore,
        },
      ],
      request: ({ id }, { status, riskScore }) => ({ id, status, riskScore: Number(riskScore) }),
    },
  ],
}
