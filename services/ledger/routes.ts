import { AssetService } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { SupplierService } from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import type { Routes } from '../kernel/transport/routes.ts'
import { accessRoutes } from './access-routes.ts'
import type { LedgerContext } from './context.ts'
import { incidentRoutes } from './incident-routes.ts'
import { logRoutes } from './log-routes.ts'
import { notificationRoutes } from './notification-routes.ts'
import { assessSupplier } from './rpc/assess-supplier.ts'
import { createAsset } from './rpc/create-asset.ts'
import { createSupplier } from './rpc/create-supplier.ts'
import { editAsset } from './rpc/edit-asset.ts'
import { editSupplier } from './rpc/edit-supplier.ts'
import { listAssets } from './rpc/list-assets.ts'
import { listSuppliers } from './rpc/list-suppliers.ts'
import { retireAsset } from './rpc/retire-asset.ts'

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
