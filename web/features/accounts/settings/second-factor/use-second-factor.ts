import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { accountKeys } from '#web/lib/account-keys.ts'
import { refresh } from '#web/lib/refresh.ts'

/** Whether there is an app, and how many recovery codes are left. */
export const useSecondFactor = () =>
  useQuery({
    queryKey: accountKeys.secondFactor,
    queryFn: ({ signal }) => call(api.secondFactor.read, {}, { signal }),
    refetchOnMount: 'always',
  })

export const usePasskeys = () =>
  useQuery({
    queryKey: accountKeys.passkeys,
    queryFn: ({ signal }) => call(api.passkeys.list, {}, { signal }),
    refetchOnMount: 'always',
  })

/** A call that changes it; the form shows what is refused. */
function useChange<V, A>(act: (input: V) => Promise<A>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () =>
      Promise.all([
        refresh(client, accountKeys.secondFactor),
        refresh(client, accountKeys.passkeys),
      ]),
    meta: { showsOwnErrors: true },
  })
}

/** What shows that it is the owner who changes it. */
export interface Proof {
  password?: string
  code?: string
}

export const useBegin = () =>
  useMutation({
    mutationFn: (body: Proof) => call(api.secondFactor.begin, { body }),
    meta: { showsOwnErrors: true },
  })

export const useFinish = () =>
  useChange((body: { code: string }) => call(api.secondFactor.finish, { body }))

export const useRenewCodes = () =>
  useChange((body: Proof) => call(api.secondFactor.renewCodes, { body }))

export const useDisable = () => useChange((body: Proof) => call(api.secondFactor.disable, { body }))

export const useBeginPasskey = () =>
  useMutation({
    mutationFn: (body: Proof) => call(api.passkeys.begin, { body }),
    meta: { showsOwnErrors: true },
  })

export const useRemovePasskey = () =>
  useChange(({ id, ...body }: Proof & { id: string }) =>
    call(api.passkeys.remove, { params: { id }, body }),
  )
