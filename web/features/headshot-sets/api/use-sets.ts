import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { HeadshotCallBody, HeadshotRun } from '#contract/headshot-runs.ts'
import { api, call, download, nullIfMissing } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { useServerEvent } from '#web/lib/events.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { useSession } from '#web/lib/session.ts'
import { isMoving } from '../lib/look.ts'

/** While something of a set is to come it is read again this often, beside what the events tell. */
const LOOK_MS = 4000
const SINGLES = 24

/** Cents, of a set that is paid once by card; null: none is sold on this site or to this person, or not known yet. */
export function useCardPrice(): number | null {
  const { canBuy } = useSession()
  const { data } = useQuery({
    queryKey: queryKeys.plans,
    queryFn: ({ signal }) => call(api.plans.list, {}, { signal }),
  })
  return canBuy ? (data?.headshot_set_price ?? null) : null
}

/** Own sets, newest first. */
export function useSets() {
  return useInfiniteQuery({
    queryKey: queryKeys.headshotSetList,
    queryFn: ({ signal, pageParam: cursor }) =>
      call(api.headshotRuns.list, { query: cursor === null ? {} : { cursor } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ results }) => results.some(isMoving)) ? 2 * LOOK_MS : false,
  })
}

/** The newest headshots that were made of single photos. */
export function useSingles() {
  return useQuery({
    queryKey: queryKeys.headshotSingles,
    queryFn: ({ signal }) =>
      call(
        api.predictionImages.list,
        {
          query: { type: 'PHS', limit: String(SINGLES) },
        },
        { signal },
      ),
  })
}

/** One set, as it goes on; null when it is not there. */
export function useSet(id: string) {
  const client = useQueryClient()
  useServerEvent('job', ({ batch }) => {
    if (batch === id) void client.invalidateQueries({ queryKey: queryKeys.headshotSet(id) })
  })
  return useQuery({
    queryKey: queryKeys.headshotSet(id),
    queryFn: ({ signal }) =>
      call(api.headshotRuns.detail, { params: { id } }, { signal }).catch(nullIfMissing),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? LOOK_MS : false),
  })
}

/** The studio of a set while it is trained; null when it is deleted. */
export function useTraining({ lora_training: id, status }: HeadshotRun) {
  const client = useQueryClient()
  useServerEvent('training', (studio) => {
    if (studio.id !== id) return
    client.setQueryData(queryKeys.studio(id), studio)
    void client.invalidateQueries({ queryKey: queryKeys.headshotSets })
  })
  return useQuery({
    queryKey: queryKeys.studio(id),
    queryFn: ({ signal }) =>
      call(api.loraTrainings.detail, { params: { id } }, { signal }).catch(nullIfMissing),
    enabled: status === 'training',
  })
}

/**
 * Pays for a set of a studio, at the price that its quote names. Sent again it is the same order.
 * @param onOrdered called even when the form is gone by then, as the studio's state may take it away first
 */
export function useOrderSet(studio: string, onOrdered: (run: HeadshotRun) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: HeadshotCallBody & { quote: string; waive?: string[] }) =>
      call(api.headshotRuns.order, { params: { id: studio }, body }),
    meta: { showsOwnErrors: true },
    onSuccess: (run) => {
      client.setQueryData(queryKeys.headshotSet(run.id), run)
      onOrdered(run)
      // What was used is no price of another order.
      client.removeQueries({ queryKey: queryKeys.quotes })
      for (const queryKey of [queryKeys.headshotSetList, queryKeys.studios, queryKeys.me]) {
        void client.invalidateQueries({ queryKey })
      }
    },
    // The studio may be trained by another window.
    onError: () => {
      for (const queryKey of [queryKeys.startQuote(studio), queryKeys.studio(studio)]) {
        void client.invalidateQueries({ queryKey })
      }
    },
  })
}

/** What can be done with a set. */
export function useSetActions(id: string) {
  const client = useQueryClient()
  const put = (run: HeadshotRun) => client.setQueryData(queryKeys.headshotSet(id), run)
  const redo = useMutation({
    mutationFn: (shot: string) => call(api.headshotRuns.redo, { params: { id, shot }, body: {} }),
    onSuccess: (run) => {
      put(run)
      void client.invalidateQueries({ queryKey: queryKeys.me })
    },
    // Somebody else, or another window, may have been faster.
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.headshotSet(id) }),
  })
  const choose = useMutation({
    mutationFn: ({ shot, image }: { shot: string; image: string }) =>
      call(api.headshotRuns.choose, { params: { id, shot }, body: { image } }),
    onSuccess: put,
    onError: () => void client.invalidateQueries({ queryKey: queryKeys.headshotSet(id) }),
  })
  const favor = useMutation({
    mutationFn: ({ image, is_favorite }: { image: string; is_favorite: boolean }) =>
      call(api.predictionImages.update, { params: { id: image }, body: { is_favorite } }),
    onSuccess: (image) => {
      client.setQueryData<HeadshotRun | null>(queryKeys.headshotSet(id), (run) =>
        run
          ? {
              ...run,
              shots: run.shots.map((shot) =>
                shot.image?.id === image.id ? { ...shot, image } : shot,
              ),
            }
          : run,
      )
      void client.invalidateQueries({ queryKey: queryKeys.pictures })
    },
  })
  const zip = useMutation({
    mutationFn: async (ids: string[]) =>
      saveFile(await download(api.predictionImages.zip, { body: { ids } }), 'headshots.zip'),
  })
  const remove = useMutation({
    mutationFn: () => call(api.headshotRuns.remove, { params: { id } }),
    // The set itself is left alone: its page is about to go.
    onSuccess: () => {
      for (const queryKey of [
        queryKeys.headshotSetList,
        queryKeys.pictures,
        queryKeys.studioLists,
        queryKeys.trainedModels,
        queryKeys.me,
      ]) {
        void client.invalidateQueries({ queryKey })
      }
    },
  })
  return { redo, choose, favor, zip, remove }
}
