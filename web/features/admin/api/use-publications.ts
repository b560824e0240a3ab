import type { WaitingModel } from '#contract/model-publishing.ts'
import type { WaitingPublication } from '#contract/publications.ts'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { decideEach } from './decide-each.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

export const usePublications = (state: 'scanning' | 'hidden') =>
  useAdminList<WaitingPublication>(adminKeys.publications(state), (cursor, signal) =>
    call(api.publications.waiting, { query: { state, ...withCursor(cursor) } }, { signal }),
  )

export type ReviewAction = 'publish' | 'hide'

interface Review {
  ids: readonly string[]
  action: ReviewAction
}

export const useDecidePublications = () =>
  useAct(({ ids, action }: Review) =>
    decideEach<unknown>(ids, (id) =>
      call(api.publications.decide, { params: { id }, body: { action } }),
    ),
  )

export const useWaitingModels = (state: 'scanning' | 'hidden') =>
  useAdminList<WaitingModel>(adminKeys.waitingModels(state), (cursor, signal) =>
    call(api.modelPublishing.waiting, { query: { state, ...withCursor(cursor) } }, { signal }),
  )

export const useDecideModels = () =>
  useAct(({ ids, action }: Review) =>
    decideEach<unknown>(ids, (id) =>
      call(api.modelPublishing.decide, { params: { id }, body: { action } }),
    ),
  )
