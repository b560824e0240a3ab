import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call, type Sent } from '#web/lib/api.ts'
import { generationServersQuery } from '#web/lib/generation-servers.ts'
import { exploreKeys } from '#web/lib/explore-keys.ts'
import { refresh } from '#web/lib/refresh.ts'
import { uploadModel } from '../lib/upload-model.ts'

export type PublishedBody = Sent<typeof api.modelPublishing.publish>['body']

/** Models of the caller, however they stand. */
export const useOwnModels = () =>
  useQuery({
    queryKey: exploreKeys.ownModels,
    queryFn: ({ signal }) => call(api.modelPublishing.mine, {}, { signal }),
  })

/** Trained models of the caller that may be published: never those of people. */
export const usePublishableTrainings = () =>
  useQuery({
    queryKey: exploreKeys.publishable,
    queryFn: ({ signal }) =>
      call(
        api.loraTrainings.list,
        { query: { status: 'Successful', only_owned: 'true', limit: '100' } },
        { signal },
      ),
    select: ({ results }) =>
      results.filter(
        ({ object_type: kind, consent }) => kind !== 'person' && consent.subject === 'none',
      ),
  })

/** Models of the engines that take LoRAs. */
export const useBaseModels = () =>
  useQuery({
    ...generationServersQuery,
    select: ({ results }) => {
      const found = results
        .flatMap(({ models }) => models)
        .filter(({ features }) => features.includes('loras'))
      return [...new Map(found.map(({ id, name }) => [id, { value: id, label: name }])).values()]
    },
  })

/** Published images of the caller, to choose samples of. */
export const useOwnImages = () =>
  useQuery({
    queryKey: exploreKeys.ownImages,
    queryFn: async ({ signal }) => {
      const { id } = await call(api.communityPeople.profile, {}, { signal })
      if (id === null) return []
      return (await call(api.civitImages.list, { query: { creator: id } }, { signal })).results
    },
  })

/** Publishes a model; a file is uploaded first, and goes on where it was after a failure. */
export function usePublishModel(onProgress: (share: number | null) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ body, file }: { body: PublishedBody; file: File | null }) => {
      try {
        const upload = file && (await uploadModel(file, onProgress))
        return await call(api.modelPublishing.publish, {
          body: { ...body, ...(upload !== null && { upload }) },
        })
      } finally {
        onProgress(null)
      }
    },
    meta: { showsOwnErrors: true },
    onSuccess: () => refresh(client, exploreKeys.all),
  })
}

/** Withdraws an own model, or publishes it again. */
export function useOwnModelActions() {
  const client = useQueryClient()
  const onSuccess = async () => {
    // The button waits for its own list alone: a press while other lists are still read would be lost.
    await refresh(client, exploreKeys.ownModels)
    void refresh(client, exploreKeys.all)
  }
  const withdraw = useMutation({
    mutationFn: (id: string) => call(api.civitModelVersions.remove, { params: { id } }),
    onSuccess,
  })
  const publishAgain = useMutation({
    mutationFn: (id: string) =>
      call(api.modelPublishing.publishAgain, { params: { id }, body: {} }),
    onSuccess,
  })
  return { withdraw, publishAgain }
}
