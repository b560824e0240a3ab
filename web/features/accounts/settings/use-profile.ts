import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** What others see of the person, and their published images, one of which may be their picture. */
export function useProfile(showsImages: boolean) {
  const profile = useQuery({
    queryKey: queryKeys.profile,
    queryFn: ({ signal }) => call(api.communityPeople.profile, {}, { signal }),
  })
  const id = profile.data?.id ?? null
  const published = useQuery({
    queryKey: queryKeys.publishedBy(id ?? ''),
    queryFn: ({ signal }) =>
      call(api.civitImages.list, { query: { creator: id ?? '', limit: '24' } }, { signal }),
    enabled: id !== null && showsImages,
  })
  return { profile, published }
}

interface ProfileChange {
  name?: string
  about?: string
  picture?: string | null
}

/** Changes the profile; the form shows what is refused. */
export function useChangeProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ProfileChange) => call(api.communityPeople.changeProfile, { body }),
    onSuccess: (profile) => client.setQueryData(queryKeys.profile, profile),
    meta: { showsOwnErrors: true },
  })
}
