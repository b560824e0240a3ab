import {
  type InfiniteData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback } from 'react'
import type { LoraTraining, PhotoCrop, TrainingStatus } from '#contract/lora-trainings.ts'
import { api, call, nullIfMissing } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { useServerEvent } from '#web/lib/events.ts'
import { queryKeys } from '#web/lib/query-keys.ts'

/** What the staff narrows the list by; everybody else sees their own anyway. */
export interface StudioFilter {
  own: boolean
  search: string
  status: TrainingStatus | ''
}

export const NO_FILTER: StudioFilter = { own: false, search: '', status: '' }

/** Studios of a filter, newest first. */
export function useStudios({ own, search, status }: StudioFilter) {
  const query = {
    ...(own && { only_owned: 'true' as const }),
    ...(search !== '' && { search }),
    ...(status !== '' && { status }),
  }
  return useInfiniteQuery({
    queryKey: queryKeys.studioList(query),
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        api.loraTrainings.list,
        { query: { ...query, ...(cursor !== null && { cursor }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
  })
}

/** Studios of the staff that everybody may see. */
export function usePublicStudios() {
  return useQuery({
    queryKey: queryKeys.publicStudios,
    queryFn: ({ signal }) => call(api.loraTrainings.showcase, { query: {} }, { signal }),
  })
}

/** What can be trained here, and what it takes. */
export function useTrainingOptions() {
  return useQuery({
    queryKey: queryKeys.trainingOptions,
    queryFn: ({ signal }) => call(api.loraTrainings.options, {}, { signal }),
  })
}

/** Asks what a start costs and what to expect of it, again whenever a page shows it. */
export function useStartQuote(id: string) {
  return useQuery({
    queryKey: queryKeys.startQuote(id),
    queryFn: ({ signal }) => call(api.loraTrainings.quote, { params: { id } }, { signal }),
    staleTime: 0,
  })
}

/** One studio, as it changes; null when it is not there. */
export function useStudio(id: string | null) {
  return useQuery({
    queryKey: queryKeys.studio(id),
    queryFn: ({ signal }) =>
      call(api.loraTrainings.detail, { params: { id: id ?? '' } }, { signal }).catch(nullIfMissing),
    enabled: id !== null,
  })
}

/** What was removed with a deleted studio. */
export function useReceipt(id: string | null) {
  return useQuery({
    queryKey: queryKeys.studioReceipt(id),
    queryFn: ({ signal }) =>
      call(api.loraTrainings.receipt, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  })
}

/** The binding quote of a start, and codes of amber findings that its owner accepts. */
export interface StartTerms {
  quote?: string
  /** Whether faces are compared at the end. */
  likeness?: boolean
  waive?: string[]
}

type Pages = InfiniteData<{ results: LoraTraining[] }>

/** Puts a studio where it is shown, as it is now. */
function usePutStudio() {
  const client = useQueryClient()
  return useCallback(
    (studio: LoraTraining) => {
      client.setQueryData(queryKeys.studio(studio.id), studio)
      client.setQueriesData<Pages>({ queryKey: queryKeys.studioLists }, (known) =>
        known
          ? {
              ...known,
              pages: known.pages.map((page) => ({
                ...page,
                results: page.results.map((one) => (one.id === studio.id ? studio : one)),
              })),
            }
          : known,
      )
    },
    [client],
  )
}

/** Keeps the studios that are shown as the server tells of them. */
export function useLiveStudios(): void {
  useServerEvent('training', usePutStudio())
}

/** What can be done with a studio; each brings all that is shown up to date. */
export function useStudioActions() {
  const client = useQueryClient()
  const put = usePutStudio()
  const readAnew = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: queryKeys.studios }),
      client.invalidateQueries({ queryKey: queryKeys.me }),
    ])
  const onSuccess = async (studio: LoraTraining) => {
    put(studio)
    await readAnew()
  }
  const create = useMutation({
    mutationFn: (body: Parameters<typeof createStudio>[0]) => createStudio(body),
    meta: { showsOwnErrors: true },
    onSuccess,
  })
  const start = useMutation({
    mutationFn: ({ id, ...body }: { id: string } & StartTerms) =>
      call(api.loraTrainings.start, { params: { id }, body }),
    async onSuccess(studio) {
      await onSuccess(studio)
      // What was used is no price of another start.
      client.removeQueries({ queryKey: queryKeys.quotes })
    },
    // Another price, other photos or another window's start: what is shown is asked again.
    onError: (_error, { id }) => {
      void client.invalidateQueries({ queryKey: queryKeys.quotes })
      void client.invalidateQueries({ queryKey: queryKeys.startQuote(id) })
      void client.invalidateQueries({ queryKey: queryKeys.studio(id) })
    },
  })
  const retrain = useMutation({
    mutationFn: (id: string) => call(api.loraTrainings.retrain, { params: { id }, body: {} }),
    onSuccess,
  })
  const stop = useMutation({
    mutationFn: (id: string) => call(api.loraTrainings.cancel, { params: { id }, body: {} }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(api.loraTrainings.remove, { params: { id } }),
    // What shows the studio itself is left alone: it is about to go.
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: queryKeys.studioLists })
      void client.invalidateQueries({ queryKey: queryKeys.trainedModels })
      void client.invalidateQueries({ queryKey: queryKeys.me })
    },
  })
  return { create, start, retrain, stop, remove }
}

const createStudio = (body: {
  project_name: string
  object_type: LoraTraining['object_type']
  training_type: LoraTraining['training_type']
  original_model_version?: string
  consent: { subject: LoraTraining['consent']['subject']; by_link?: boolean }
}): Promise<LoraTraining> => call(api.loraTrainings.create, { body })

/** Adds photos to a studio, changes what is said of them, and deletes them. */
export function usePhotoActions(id: string) {
  const client = useQueryClient()
  const onSuccess = () => client.invalidateQueries({ queryKey: queryKeys.studio(id) })
  const add = useMutation({
    mutationFn: (file: File) => {
      const body = new FormData()
      body.append('lora_training', id)
      body.append('image', file, file.name)
      return call(api.loraTrainings.upload, { body })
    },
    meta: { showsOwnErrors: true },
    onSuccess,
  })
  const describe = useMutation({
    mutationFn: ({ image, caption }: { image: string; caption: string }) =>
      call(api.loraTrainings.changePhoto, { params: { id, image }, body: { caption } }),
    onSuccess,
  })
  const frame = useMutation({
    mutationFn: ({ image, crop }: { image: string; crop: PhotoCrop }) =>
      call(api.loraTrainings.changePhoto, { params: { id, image }, body: { crop } }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (image: string) => call(api.loraTrainings.removePhoto, { params: { id, image } }),
    onSuccess,
  })
  return { add, describe, frame, remove }
}
