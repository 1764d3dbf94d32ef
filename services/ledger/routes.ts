import { AssetService } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { SupplierService } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import type { Routes } from '../kernel/transport/routes.ts'
import { accessRoutes } from './access-routes.ts'
import type { LedgerContext } from './context.ts'
import { incidentRoutes } from './incident-routes.ts'
import { logRoutes } from './log-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { assessSupplier } from './rpc/registers/assess-supplier.ts'
import { createAsset } from './rpc/registers/create-asset.ts'
import { createSupplier } from './rpc/registers/create-supplier.ts'
import { editAsset } from './rpc/registers/edit-asset.ts'
import { editSupplier } from './rpc/registers/edit-supplier.ts'
import { listAssets } from './rpc/registers/list-assets.ts'
import { listSuppliers } from './rpc/registers/list-suppliers.ts'
import { retireAsset } from './rpc/registers/retire-asset.ts'

/** The ledger's Connect services. */
export function ledgerRoutes(ctx: LedgerContext): Routes {
  return (sink) => {
    accessRoutes(sink, ctx)
    logRoutes(sink, ctx)
    incidentRoutes(sink, ctx)
    sink.service(AssetService, {
      createAsset: createAsset(ctx),
      listAssets: listAssets(ctx),
      editAsset: editAsset(ctx),
      retireAsset: retireAsset(ctx),
    })
    sink.service(SupplierService, {
      createSupplier: createSupplier(ctx),
      listSuppliers: listSuppliers(ctx),
      editSupplier: editSupplier(ctx),
      assessSupplier: assessSupplier(ctx),
    })
    notificationRoutes(sink, ctx.notifications)
  }
}
