import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StatedPerson } from '#contract/age-statements.ts'
import { AGE_STATEMENTS } from '#contract/values/age-statements.ts'
import { api, call } from './api.ts'
import { handleError } from './errors.ts'
import { queryKeys } from './query-keys.ts'
import { refresh } from './refresh.ts'

/** States who is in these photos or studios. */
export function useAgeStatement(about: readonly string[], onStated: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (person: StatedPerson) =>
      call(api.ageStatements.state, {
        body: { about: [...about], person, version: AGE_STATEMENTS.version },
      }),
    onSuccess() {
      for (const id of about) void refresh(client, queryKeys.statedPeople(id))
      // Images that were made before may show a child from now on.
      void refresh(client, queryKeys.pictures)
      onStated()
    },
    onError: handleError,
  })
}
