import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { accountKeys } from '#web/lib/account-keys.ts'
import { refresh } from '#web/lib/refresh.ts'

/** Whether a login asks for a code, and how many recovery codes are left. */
export const useSecondFactor = () =>
  useQuery({
    queryKey: accountKeys.secondFactor,
    queryFn: ({ signal }) => call(api.secondFactor.read, {}, { signal }),
    refetchOnMount: 'always',
  })

/** A call that changes it; the form shows what is refused. */
function useChange<V, A>(act: (input: V) => Promise<A>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => refresh(client, accountKeys.secondFactor),
    meta: { showsOwnErrors: true },
  })
}

/** What shows that it is the owner who changes it. */
export interface Proof {
  password?: string
  code: string
}

export const useBegin = () =>
  useMutation({
    // It takes no code: there is none yet.
    mutationFn: ({ code: _code, ...body }: Proof) => call(api.secondFactor.begin, { body }),
    meta: { showsOwnErrors: true },
  })

export const useConfirm = () =>
  useChange((body: { code: string }) => call(api.secondFactor.confirm, { body }))

export const useRenewCodes = () =>
  useChange((body: Proof) => call(api.secondFactor.renewCodes, { body }))

export const useDisable = () => useChange((body: Proof) => call(api.secondFactor.disable, { body }))
