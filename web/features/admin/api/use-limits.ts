import type { OwnLimits } from '#contract/own-limits.ts'
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

export const useSetOwnLimits = () =>
  useAct(
    ({
      user,
      ...body
    }: Omit<OwnLimits, 'changed_at'> & { user: string; instead_of: string | null }) =>
      call(api.ownLimits.set, { params: { id: user }, body }),
  )

export const useRemoveOwnLimits = () =>
  useAct((user: string) => call(api.ownLimits.remove, { params: { id: user } }))
