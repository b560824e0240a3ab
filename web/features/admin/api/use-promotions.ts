import { api, call, type Sent } from '#web/lib/api.ts'
import type { Promotion } from '#contract/promotions.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

export const usePromotions = () =>
  useAdminList<Promotion>(adminKeys.promotions, (cursor, signal) =>
    call(api.adminPromotions.list, { query: withCursor(cursor) }, { signal }),
  )

export const usePromote = () =>
  useAct(
    (body: Sent<typeof api.adminPromotions.create>['body']) =>
      call(api.adminPromotions.create, { body }),
    { ownErrors: true },
  )

export const useEndPromotion = () =>
  useAct((id: string) => call(api.adminPromotions.end, { params: { id } }))
