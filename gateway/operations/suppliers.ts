import { z } from 'zod'
import { SupplierService } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { supplierJson, supplierRequest } from '../mapping/suppliers.ts'
import { cursorJson } from '../mapping/values.ts'
import { out, page, pageRequest } from '../schema/fields.ts'
import { supplier, supplierBody } from '../schema/suppliers.ts'
import { operation } from './operation.ts'

const { createSupplier, listSuppliers } = SupplierService.method
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
    body: supplierBody,
    response: supplier,
    handle: async ({ body }, { clients, options }) => {
      const created = await clients.suppliers.createSupplier(supplierRequest(body), options)
      return supplierJson(created.supplier!)
    },
  }),
  operation({
    rpc: listSuppliers,
    method: 'GET',
    path: '/suppliers',
    permission: 'suppliers:read',
    summary: 'List suppliers, newest first',
    tag,
    query: z.object(page),
    response: out.list(supplier),
    handle: async ({ query }, { clients, options }) => {
      const { suppliers, nextCursor } = await clients.suppliers.listSuppliers(
        { page: pageRequest(query) },
        options,
      )
      return { data: suppliers.map(supplierJson), next_cursor: cursorJson(nextCursor) }
    },
  }),
]
