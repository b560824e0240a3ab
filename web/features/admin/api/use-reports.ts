import type { Appeal, DecisionAction, Report } from '#contract/reports.ts'
import { api, ApiError, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
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

/** Another member of the staff was faster, or the report went with what it was about. */
const isDecided = (error: unknown) =>
  error instanceof ApiError && (error.status === 404 || error.status === 409)

/** Decides about several reports, one after the other: each says what came of it. One that is decided already stops nothing. */
export const useDecideReports = () =>
  useAct(async ({ ids, ...body }: Choice & { ids: readonly string[] }) => {
    let decided = 0
    let banned = 0
    let skipped = 0
    for (const id of ids) {
      try {
        const answer = await call(api.adminReports.decide, { params: { id }, body })
        decided += answer.reports
        banned += answer.banned ? 1 : 0
      } catch (error) {
        // With one alone there is nothing to go on with: its error is shown.
        if (ids.length === 1 || !isDecided(error)) throw error
        skipped += 1
      }
    }
    return { decided, banned, skipped }
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
