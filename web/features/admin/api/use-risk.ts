import { useQuery } from '@tanstack/react-query'
import type { AdminDispute } from '#contract/admin-disputes.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { api, call } from '#web/lib/api.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

/** How a person's payments went, and the accounts that share something with them. */
export const useRisk = (id: string) =>
  useQuery({
    queryKey: adminKeys.riskOf(id),
    queryFn: ({ signal }) => call(api.adminClusters.ofPerson, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

/** Accounts that belong together. */
export const useClusters = () =>
  useQuery({
    queryKey: adminKeys.clusters,
    queryFn: ({ signal }) => call(api.adminClusters.list, {}, { signal }),
    refetchOnMount: 'always',
  })

/** Limits all accounts of a cluster, or marks it as fine. */
export const useDecideCluster = () =>
  useAct((body: { accounts: string[]; decision: 'limited' | 'fine'; reason: string }) =>
    call(api.adminClusters.decide, { body }),
  )

/** Takes a decision about a cluster back. */
export const useUndoCluster = () =>
  useAct(({ id, reason }: { id: string; reason: string }) =>
    call(api.adminClusters.undo, { params: { id }, body: { reason } }),
  )

/** Disputed payments, the newest first. */
export const useDisputes = () =>
  useAdminList<AdminDispute>(adminKeys.disputes, (cursor, signal) =>
    call(api.adminDisputes.list, { query: withCursor(cursor) }, { signal }),
  )

/** A disputed payment with its evidence. */
export const useDispute = (id: string) =>
  useQuery({
    queryKey: adminKeys.dispute(id),
    queryFn: ({ signal }) => call(api.adminDisputes.read, { params: { id } }, { signal }),
    refetchOnMount: 'always',
  })

/** Sends the evidence that was read. */
export const useSubmitEvidence = (id: string) =>
  useAct((body: { token: string; note?: string }) =>
    call(api.adminDisputes.submit, { params: { id }, body }),
  )
