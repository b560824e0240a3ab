import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { handleError } from '#web/lib/errors.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** Makes the link by which the person in the photos of a studio answers, and revokes it. */
export function useConsentLink(id: string) {
  const client = useQueryClient()
  const params = { id }
  const onSettled = () => client.invalidateQueries({ queryKey: queryKeys.studios })
  const make = useMutation({
    mutationFn: () => call(api.consentLinks.create, { params, body: {} }),
    onError: handleError,
    onSettled,
  })
  const revoke = useMutation({
    mutationFn: () => call(api.consentLinks.revoke, { params }),
    onError: handleError,
    onSettled,
  })
  return { make, revoke }
}
