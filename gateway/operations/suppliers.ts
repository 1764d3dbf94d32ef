import {
  CreateSupplierRequestSchema,
  ListSuppliersRequestSchema,
  SupplierSchema,
  SupplierService,
} from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { answer } from '../schema/answer.ts'
import { cursorJson, out } from '../schema/fields.ts'
import { requestBody, requestQuery } from '../schema/request.ts'
import { operation } from './operation.ts'

const { createSupplier, listSuppliers } = SupplierService.method
const supplier = answer(SupplierSchema)
const tag = 'Suppliers'

/** docs/api.md 2.3, 4. */
export const supplierOperations = [
  operation({
    rpc: createSupplier,
    method: 'POST',
    path: '/suppliers',
    permission: 'suppliers:write',
    summary: 'Create a supplier',
    tag,
    body: requestBody(CreateSupplierRequestSchema),
    response: supplier.schema,
    handle: async ({ body }, { clients, options }) => {
      const created = await clients.suppliers.createSupplier(body, options)
      return supplier.json(created.supplier!)
    },
  }),
  operation({
    rpc: listSuppliers,
    method: 'GET',
    path: '/suppliers',
    permission: 'suppliers:read',
    summary: 'List suppliers, newest first',
    tag,
    query: requestQuery(ListSuppliersRequestSchema),
    response: out.list(supplier.schema),
    handle: async ({ query }, { clients, options }) => {
      const { suppliers, nextCursor } = await clients.suppliers.listSuppliers(query, options)
      return { data: suppliers.map(supplier.json), next_cursor: cursorJson(nextCursor) }
    },
  }),
]
