import {
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AdminPayment } from '#contract/admin-payment.ts'
import type { Adjustment, AdminUser, AuditEntry } from '#contract/admin.ts'
import type { AdminJob } from '#contract/admin-jobs.ts'
import type { PictureReview } from '#contract/picture-reviews.ts'
import type { Route } from '#contract/endpoint.ts'
import { api, call, type Sent } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'

export type Days = '7' | '30' | '90' | '365'

interface PageOf<T> {
  next: string | null
  results: T[]
}

/** Reads a call's answer, always again when its page is opened. */
export const useAdminQuery = <R extends Route>(queryKey: QueryKey, route: R, request: Sent<R>) =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(route, request, { signal }),
    refetchOnMount: 'always',
  })

/** A list that grows downwards, always read again when its page is opened. */
export function useAdminList<T>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined, signal: AbortSignal) => Promise<PageOf<T>>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageParam ?? undefined, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
    refetchOnMount: 'always',
    placeholderData: (previous) => previous,
  })
}

export const withCursor = (cursor: string | undefined) => (cursor === undefined ? {} : { cursor })

/** When what a list has happened. */
type Times<Name extends string> = Partial<Record<Name, string>>

export const useReconciliation = (days: Days) =>
  useQuery({
    queryKey: adminKeys.reconciliation(days),
    queryFn: ({ signal }) => call(api.admin.reconciliation, { query: { days } }, { signal }),
    refetchOnMount: 'always',
    placeholderData: (previous) => previous,
  })

export const useUsers = (search: string, times: Times<'from' | 'to'> = {}) =>
  useAdminList<AdminUser>(adminKeys.users(search, times), (cursor, signal) =>
    call(api.adminPeople.list, { query: { search, ...times, ...withCursor(cursor) } }, { signal }),
  )

export const usePayments = (search: string, times: Times<'paid_from' | 'paid_to'> = {}) =>
  useAdminList<AdminPayment>(adminKeys.payments(search, times), (cursor, signal) =>
    call(api.admin.payments, { query: { search, ...times, ...withCursor(cursor) } }, { signal }),
  )

export const useAdjustments = () =>
  useAdminList<Adjustment>(adminKeys.adjustments, (cursor, signal) =>
    call(api.admin.adjustments, { query: withCursor(cursor) }, { signal }),
  )

export const useAudit = (query: { search: string; action?: string; from?: string; to?: string }) =>
  useAdminList<AuditEntry>(adminKeys.audit(query), (cursor, signal) =>
    call(api.admin.audit, { query: { ...query, ...withCursor(cursor) } }, { signal }),
  )

export const useReviews = (state: PictureReview['state']) =>
  useAdminList<PictureReview>(adminKeys.reviews(state), (cursor, signal) =>
    call(api.pictureReviews.list, { query: { state, ...withCursor(cursor) } }, { signal }),
  )

/**
 * An act of an administrator; everything on these pages may look different afterwards.
 * @param ownErrors the caller says itself what is wrong
 * @param also key of what customers' pages read and the act changes
 */
export function useAct<V, A>(
  act: (input: V) => Promise<A>,
  { ownErrors = false, also }: { ownErrors?: boolean; also?: readonly unknown[] } = {},
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: act,
    meta: { showsOwnErrors: ownErrors },
    onSettled: () =>
      Promise.all(
        [adminKeys.all, ...(also ? [also] : [])].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
}

export const useAdjust = () =>
  useAct(
    ({
      user,
      ...body
    }: {
      user: string
      key: string
      amount: number
      reason: string
      reference: string | null
    }) => call(api.admin.adjust, { params: { id: user }, body }),
  )

export const useForgive = () =>
  useAct(({ user, ...body }: { user: string; key: string; reason: string }) =>
    call(api.admin.forgive, { params: { id: user }, body }),
  )

export const useGrantPlan = () =>
  useAct(
    ({
      user,
      ...body
    }: { user: string } & Parameters<typeof call<typeof api.admin.grantPlan>>[1]['body']) =>
      call(api.admin.grantPlan, { params: { id: user }, body }),
  )

export const useChangePerson = () =>
  useAct(
    ({
      user,
      ...body
    }: {
      user: string
      is_staff?: boolean
      is_admin?: boolean
      email_verified?: true
      reason: string
    }) => call(api.adminPeople.change, { params: { id: user }, body }),
  )

export const useBan = () =>
  useAct(({ user, ...body }: { user: string; reason: string; until: string | null }) =>
    call(api.adminPeople.ban, { params: { id: user }, body }),
  )

export const useUnban = () =>
  useAct(({ user, reason }: { user: string; reason: string }) =>
    call(api.adminPeople.unban, { params: { id: user }, body: { reason } }),
  )

export const useDeletePerson = () =>
  useAct(({ user, ...body }: { user: string; email: string; reason: string }) =>
    call(api.adminPeople.remove, { params: { id: user }, body }),
  )

export const useRefund = () =>
  useAct(({ id, ...body }: { id: string; key: string; amount: number; reason: string }) =>
    call(api.admin.refund, { params: { id }, body }),
  )

export const useDecideAdjustment = () =>
  useAct(({ id, agree }: { id: string; agree: boolean }) =>
    call(api.admin.decide, { params: { id }, body: { agree } }),
  )

export const useResolveCase = () =>
  useAct(({ id, reason }: { id: string; reason: string }) =>
    call(api.admin.resolveCase, { params: { id }, body: { reason } }),
  )

export const useDecideReview = () =>
  useAct(({ id, decision }: { id: string; decision: 'allow' | 'confirm' }) =>
    call(api.pictureReviews.decide, { params: { id }, body: { decision } }),
  )

/** Jobs of a time, with an end or a cause. */
export const useJobsOf = (filter: Record<string, string>) =>
  useAdminList<AdminJob>(adminKeys.jobsOf(filter), (cursor, signal) =>
    call(api.dashboards.inferenceJobs, { query: { ...filter, ...withCursor(cursor) } }, { signal }),
  )

export const useAdminJobs = (search: string, engine: string) =>
  useAdminList<AdminJob>(adminKeys.jobs(search, engine), (cursor, signal) =>
    call(api.adminJobs.list, { query: { search, engine, ...withCursor(cursor) } }, { signal }),
  )
