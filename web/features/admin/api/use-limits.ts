import { api, call } from '#web/lib/api.ts'
import { useAct } from './use-admin.ts'

export const useLimit = () =>
  useAct(({ user, reason }: { user: string; reason: string }) =>
    call(api.accountLimits.limit, { params: { id: user }, body: { reason } }),
  )

export const useUnlimit = () =>
  useAct(({ user, reason }: { user: string; reason: string }) =>
    call(api.accountLimits.unlimit, { params: { id: user }, body: { reason } }),
  )
