import type { Appeal, DecisionAction, Report } from '#contract/reports.ts'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { decideEach } from './decide-each.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

export const useReports = (state: Report['state']) =>
  useAdminList<Report>(adminKeys.reports(state), (cursor, signal) =>
    call(api.adminReports.list, { query: { state, ...withCursor(cursor) } }, { signal }),
  )

export interface Choice {
  action: DecisionAction
  reason: string
  strike: boolean
}

/** Decides about several reports: each says what came of it. */
export const useDecideReports = () =>
  useAct(async ({ ids, ...body }: Choice & { ids: readonly string[] }) => {
    const { answers, skipped } = await decideEach(ids, (id) =>
      call(api.adminReports.decide, { params: { id }, body }),
    )
    return {
      decided: answers.reduce((sum, { reports }) => sum + reports, 0),
      banned: answers.filter(({ banned }) => banned).length,
      skipped,
    }
  })

export const useAppeals = (state: Appeal['state']) =>
  useAdminList<Appeal>(adminKeys.appeals(state), (cursor, signal) =>
    call(api.adminReports.appeals, { query: { state, ...withCursor(cursor) } }, { signal }),
  )

export interface Judgement {
  id: string
  action: 'uphold' | 'reverse'
  copies: boolean
  reason: string
}

export const useDecideAppeal = () =>
  useAct(({ id, ...body }: Judgement) =>
    call(api.adminReports.decideAppeal, { params: { id }, body }),
  )
