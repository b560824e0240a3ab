import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { IDEMPOTENCY_KEY_HEADER } from '#contract/values/inference-jobs.ts'
import type { PackKind, PackRun } from '#contract/packs.ts'
import { api, call, nullIfMissing } from '#web/lib/api.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { useServerEvent } from '#web/lib/events.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { randomId } from '#web/lib/random-id.ts'
import { callsOf } from '../lib/kinds.ts'

/** While something of a run is to come it is read again this often, beside what the events tell. */
const LOOK_MS = 4000

export function useRuns(kind: PackKind) {
  return useInfiniteQuery({
    queryKey: queryKeys.packRunList(kind),
    queryFn: ({ signal, pageParam: cursor }) =>
      call(callsOf(kind).my, { query: cursor === null ? {} : { cursor } }, { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
  })
}

/** One run, as it goes on; null when it is not there. */
export function useRun(kind: PackKind, id: string) {
  const client = useQueryClient()
  useServerEvent('job', ({ batch }) => {
    if (batch === id) void client.invalidateQueries({ queryKey: queryKeys.packRun(id) })
  })
  return useQuery({
    queryKey: queryKeys.packRun(id),
    queryFn: ({ signal }) =>
      call(callsOf(kind).readRun, { params: { id } }, { signal }).catch(nullIfMissing),
    refetchInterval: ({ state }) => ((state.data?.counts.open ?? 0) > 0 ? LOOK_MS : false),
  })
}

/** The binding price of a run; asked for once the training is chosen. */
export function useRunQuote(
  kind: PackKind,
  { pack, training, enabled }: { pack: string; training: string | null; enabled: boolean },
) {
  const callName = `${kind}_packs/${pack}/run/`
  return useQuery({
    queryKey: queryKeys.quote(`${callName} ${training ?? ''}`),
    queryFn: ({ signal }) =>
      call(api.quotes.create, { body: { call: callName, body: { training } } }, { signal }),
    enabled,
    staleTime: 9 * 60_000,
    retry: false,
  })
}

/** Starts a run. Repeated after a failure it is the same order, so it is never paid twice. */
export function useStartRun(kind: PackKind) {
  const client = useQueryClient()
  const key = useRef<{ body: string; key: string } | null>(null)
  return useMutation({
    mutationFn: (order: { pack: string; training: string | null; quote?: string }) => {
      const { pack, ...body } = order
      const text = JSON.stringify(order)
      if (key.current?.body !== text) key.current = { body: text, key: randomId() }
      return call(
        callsOf(kind).run,
        { params: { id: pack }, body },
        { headers: { [IDEMPOTENCY_KEY_HEADER]: key.current.key } },
      )
    },
    onSuccess: async (run) => {
      key.current = null
      client.setQueryData(queryKeys.packRun(run.id), run)
      await Promise.all([
        client.invalidateQueries({ queryKey: queryKeys.packRunLists }),
        client.invalidateQueries({ queryKey: queryKeys.quotes }),
      ])
    },
  })
}

/** Makes one shot by itself. */
export function useTryShot(kind: PackKind) {
  return useMutation({
    mutationFn: ({ pack, ...body }: { pack: string; shot: string; training: string | null }) =>
      call(callsOf(kind).tryShot, { params: { id: pack }, body }),
  })
}

/** What can be done with a run. */
export function useRunActions(kind: PackKind, id: string) {
  const client = useQueryClient()
  const calls = callsOf(kind)
  const params = { id }
  const onSuccess = (run: PackRun) => {
    client.setQueryData(queryKeys.packRun(id), run)
    void client.invalidateQueries({ queryKey: queryKeys.packRunLists })
  }
  const retry = useMutation({
    mutationFn: (body: { shots?: string[]; quote?: string }) => call(calls.retry, { params, body }),
    onSuccess,
  })
  const price = useMutation({
    mutationFn: (shots: string[]) =>
      call(api.quotes.create, {
        body: { call: `${kind}_packs/runs/${id}/retry/`, body: { shots } },
      }),
  })
  const stop = useMutation({
    mutationFn: () => call(calls.cancelRun, { params, body: {} }),
    onSuccess,
  })
  const swap = useMutation({
    mutationFn: ({ shot, prompt }: { shot: string; prompt: string }) =>
      call(calls.swap, { params: { id, shot }, body: { prompt } }),
    meta: { showsOwnErrors: true },
    onSuccess,
  })
  return { retry, price, stop, swap }
}
