import type { AdminPack } from '#contract/admin-packs.ts'
import type { AdminStudio, ShownStudio } from '#contract/admin-studios.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

export const useAllPacks = () =>
  useAdminList<AdminPack>(adminKeys.packs, (cursor, signal) =>
    call(api.adminPacks.list, { query: withCursor(cursor) }, { signal }),
  )

const AS_CUSTOMERS = { also: queryKeys.packs }

/** Publishes what stands in the draft of a pack. */
export const usePublishPack = () =>
  useAct(({ id, kind, version }: Pick<AdminPack, 'id' | 'kind'> & { version: number }) => {
    const request = { params: { id }, body: { version } }
    return kind === 'photo'
      ? call(api.photoPacks.publish, request)
      : call(api.videoPacks.publish, request)
  }, AS_CUSTOMERS)

interface PackStep {
  id: string
  version: number
}

export const useUndoPack = () =>
  useAct(
    ({ id, version }: PackStep) => call(api.adminPacks.undo, { params: { id }, body: { version } }),
    AS_CUSTOMERS,
  )

export const useWithdrawPack = () =>
  useAct(
    ({ id, version }: PackStep) =>
      call(api.adminPacks.withdraw, { params: { id }, body: { version } }),
    AS_CUSTOMERS,
  )

export const useRestorePack = () =>
  useAct(
    ({ id, version }: PackStep) =>
      call(api.adminPacks.restore, { params: { id }, body: { version } }),
    AS_CUSTOMERS,
  )

export const usePublicStudios = () =>
  useAdminList<AdminStudio>(adminKeys.studios, (cursor, signal) =>
    call(api.adminStudios.list, { query: withCursor(cursor) }, { signal }),
  )

export const useChangeStudio = () =>
  useAct(
    ({ id, ...body }: ShownStudio & { id: string; instead_of: ShownStudio }) =>
      call(api.adminStudios.change, { params: { id }, body }),
    { ownErrors: true },
  )

export const useUndoStudio = () =>
  useAct(({ id, name, listed }: AdminStudio) =>
    call(api.adminStudios.undo, { params: { id }, body: { instead_of: { name, listed } } }),
  )
