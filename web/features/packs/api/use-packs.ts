import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, call, nullIfMissing, type Sent } from '#web/lib/api.ts'
import { isConflict } from '#web/lib/errors.ts'
import type { PackDetail, PackKind, PackListQuery, PackSubject } from '#contract/packs.ts'
import { cursorOf } from '#web/lib/cursor.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { callsOf } from '../lib/kinds.ts'

/** Which packs are listed. */
export interface PackFilter {
  show: NonNullable<PackListQuery['show']>
  sort: NonNullable<PackListQuery['sort']>
  subject: PackSubject | ''
  search: string
}

export const EVERYTHING: PackFilter = {
  show: 'published',
  sort: 'popular',
  subject: '',
  search: '',
}

export function usePacks(kind: PackKind, { show, sort, subject, search }: PackFilter) {
  const query = {
    show,
    sort,
    ...(subject !== '' && { subject }),
    ...(search !== '' && { search }),
  }
  return useInfiniteQuery({
    queryKey: queryKeys.packList(kind, query),
    queryFn: ({ signal, pageParam: cursor }) =>
      call(
        callsOf(kind).list,
        { query: { ...query, ...(cursor !== null && { cursor }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => cursorOf(next),
  })
}

/**
 * One pack; null when it is not there.
 * @param isFresh it is read again before it is changed
 */
export function usePack(kind: PackKind, id: string | null, isFresh = false) {
  return useQuery({
    queryKey: queryKeys.pack(id),
    queryFn: ({ signal }) =>
      call(callsOf(kind).detail, { params: { id: id ?? '' } }, { signal }).catch(nullIfMissing),
    enabled: id !== null,
    refetchOnMount: isFresh ? 'always' : true,
  })
}

/** What people made with a pack and made public. */
export function useWall(kind: PackKind, id: string) {
  return useQuery({
    queryKey: queryKeys.packWall(id),
    queryFn: ({ signal }) => call(callsOf(kind).wall, { params: { id } }, { signal }),
  })
}

/** Models that one's plan trains in a month, and how many of them are left; null while that is not known. */
export function useTrainingsLeft(enabled: boolean): { models: number; left: number } | null {
  const { data } = useQuery({
    queryKey: queryKeys.trainingOptions,
    queryFn: ({ signal }) => call(api.loraTrainings.options, {}, { signal }),
    enabled,
    meta: { showsOwnErrors: true },
  })
  if (!data) return null
  const { models, used } = data.allowance
  return { models, left: Math.max(0, models - used) }
}

/** Trained models that can be the subject of a pack: own ones, and those that are shared with one. */
export function useSubjects(subject: PackSubject, enabled: boolean) {
  return useQuery({
    queryKey: queryKeys.packSubjects(subject),
    queryFn: async ({ signal }) => {
      const query = { status: 'Successful', only_owned: 'true', limit: '100' } as const
      const [own, shared] = await Promise.all([
        call(api.loraTrainings.list, { query }, { signal }),
        call(api.modelShares.list, { query: { limit: '100' } }, { signal }),
      ])
      const mine = own.results.flatMap((one) => (one.is_own ? [one] : []))
      const theirs = shared.results.flatMap((one) =>
        one.state === 'accepted'
          ? [
              {
                ...one,
                id: one.lora_training,
                project_name: `${one.project_name} (${one.owner.email})`,
              },
            ]
          : [],
      )
      return [...mine, ...theirs]
        .filter((one) => one.object_type === subject)
        .map(({ id, project_name }) => ({ id, project_name }))
    },
    enabled: enabled && subject !== 'none',
  })
}

export type PackBody = Sent<ReturnType<typeof callsOf>['create']>['body']

/** What can be done with a pack; each brings what is shown up to date. */
export function usePackActions(kind: PackKind) {
  const client = useQueryClient()
  const calls = callsOf(kind)
  const put = async (pack: PackDetail) => {
    client.setQueryData(queryKeys.pack(pack.id), pack)
    await client.invalidateQueries({ queryKey: queryKeys.packLists })
  }
  const save = useMutation({
    mutationFn: ({ pack, body }: { pack: PackDetail | null; body: PackBody }) =>
      pack === null
        ? call(calls.create, { body })
        : call(calls.update, {
            params: { id: pack.id },
            body: { ...body, version: pack.version },
          }),
    meta: { showsOwnErrors: true },
    onSuccess: put,
    // Somebody else has saved since it was read.
    onError: (error, { pack }) =>
      pack && isConflict(error)
        ? client.refetchQueries({ queryKey: queryKeys.pack(pack.id) })
        : undefined,
  })
  const publish = useMutation({
    mutationFn: ({ id, version }: PackDetail) =>
      call(calls.publish, { params: { id }, body: { version } }),
    onSuccess: put,
  })
  const remove = useMutation({
    mutationFn: (id: string) => call(calls.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.packLists }),
  })
  const favor = useMutation({
    mutationFn: async ({ id, isFavorite }: { id: string; isFavorite: boolean }) => {
      if (isFavorite) await call(calls.favorite, { params: { id }, body: {} })
      else await call(calls.unfavorite, { params: { id } })
    },
    onSuccess: () => client.invalidateQueries({ queryKey: queryKeys.packs }),
  })
  return { save, publish, remove, favor }
}
