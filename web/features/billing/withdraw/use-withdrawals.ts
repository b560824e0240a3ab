import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { api, call } from '#web/lib/api.ts'
import { accountKeys } from '#web/lib/account-keys.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { refresh } from '#web/lib/refresh.ts'

/** Which purchase: by the link of a receipt, or one of the signed-in person. */
export type Way = { token: string } | { payment: string }

const keyOf = (way: Way) => accountKeys.withdrawal('token' in way ? way.token : way.payment)

/** Purchases that can be withdrawn from, and withdrawals that have begun. */
export const useWithdrawals = () =>
  useQuery({
    queryKey: accountKeys.withdrawals,
    queryFn: ({ signal }) => call(api.withdrawals.list, {}, { signal }),
    refetchOnMount: 'always',
  })

/** The first step, which changes nothing but to be noted: what would be paid back. */
export const useWithdrawal = (way: Way) =>
  useQuery({
    queryKey: keyOf(way),
    queryFn: ({ signal }) =>
      'token' in way
        ? call(api.withdrawals.startByLink, { body: way }, { signal })
        : call(api.withdrawals.start, { body: way }, { signal }),
    retry: false,
    refetchOnMount: 'always',
  })

/** The second step. */
export function useConfirm(way: Way) {
  const client = useQueryClient()
  return useMutation({
    meta: { showsOwnErrors: true },
    mutationFn: ({ id }: Withdrawal) =>
      'token' in way
        ? call(api.withdrawals.confirmByLink, { body: way })
        : call(api.withdrawals.confirm, { params: { id }, body: {} }),
    onSuccess: (withdrawal) => {
      client.setQueryData(keyOf(way), withdrawal)
      void client.invalidateQueries({ queryKey: queryKeys.me })
      void client.invalidateQueries({ queryKey: queryKeys.billing })
      void refresh(client, queryKeys.statement)
    },
  })
}
