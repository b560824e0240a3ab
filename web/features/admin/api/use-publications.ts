import type { WaitingModel } from '#contract/model-publishing.ts'
import type { WaitingPublication } from '#contract/publications.ts'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

export const usePublications = (state: 'scanning' | 'hidden') =>
  useAdminList<WaitingPublication>(adminKeys.publications(state), (cursor, signal) =>
    call(api.publications.waiting, { query: { state, ...withCursor(cursor) } }, { signal }),
  )

export const useDecidePublication = () =>
  useAct(({ id, action }: { id: string; action: 'publish' | 'hide' }) =>
    call(api.publications.decide, { params: { id }, body: { action } }),
  )

export const useWaitingModels = (state: 'scanning' | 'hidden') =>
  useAdminList<WaitingModel>(adminKeys.waitingModels(state), (cursor, signal) =>
    call(api.modelPublishing.waiting, { query: { state, ...withCursor(cursor) } }, { signal }),
  )

export const useDecideModel = () =>
  useAct(({ id, action }: { id: string; action: 'publish' | 'hide' }) =>
    call(api.modelPublishing.decide, { params: { id }, body: { action } }),
  )
