import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import { cursorOf } from '#web/lib/cursor.ts'
import { reportError } from '#web/lib/errors.ts'
import {
  type Answer,
  type Cell,
  dropFar,
  type ImagePages,
  wantedPages,
  withHead,
  withPage,
} from '../lib/image-pages.ts'

/** How long a list that nobody shows is remembered, with everybody's place in it. */
const REMEMBERED_MS = 30 * 60_000

/** The first page fills a screen; larger ones come in fewer calls. */
const FIRST_PAGE = 40
const PAGE = 100
/** Calls at a time: who scrolls fast is not served what they have passed long ago. */
const AT_ONCE = 2

/** A list of images of any length. It holds the images near the place that is looked at, and of the others their shapes. */
export interface ImageList<T> {
  cells: readonly Cell[]
  /** The images that are there at the moment. */
  items: ReadonlyMap<string, T>
  isPending: boolean
  isLoadingMore: boolean
  isError: boolean
  hasMore: boolean
  /** Says which cells are seen: those and their neighbours are read, those far away are let go. */
  look(first: number, last: number): void
  retry(): void
}

/**
 * A list that the API pages by cursor, in the cache under one key.
 * @param options.read reads so many images from a cursor on; null is the beginning
 */
export function useImagePages<T extends { id: string }>({
  key,
  enabled,
  read,
  cellOf,
}: {
  key: QueryKey
  enabled: boolean
  read: (cursor: string | null, limit: number, signal?: AbortSignal) => Promise<Answer<T>>
  cellOf: (item: T) => Cell
}): ImageList<T> {
  const client = useQueryClient()
  const head = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => {
      // What was added since the list was left must reach what is known of it.
      const isKnown = client.getQueryData(key) !== undefined
      const answer = await read(null, isKnown ? PAGE : FIRST_PAGE, signal)
      const page = { results: answer.results, next: cursorOf(answer.next) }
      return withHead(client.getQueryData<ImagePages<T>>(key), page, cellOf)
    },
    // Read again at each visit: another device may have added images.
    refetchOnMount: 'always',
    gcTime: REMEMBERED_MS,
    // Comparing thousands of images to keep what is equal would take longer than showing them.
    structuralSharing: false,
    enabled,
  })
  const { data } = head
  const [failed, setFailed] = useState(false)
  const [loading, setLoading] = useState(0)
  const failedOnce = useRef(false)
  const asked = useRef(new Set<string | null>())
  const seen = useRef<[number, number]>([0, 0])

  const readPage = useCallback(
    async (cursor: string | null): Promise<void> => {
      asked.current.add(cursor)
      setLoading((count) => count + 1)
      try {
        const answer = await read(cursor, cursor === null ? FIRST_PAGE : PAGE)
        const page = { results: answer.results, next: cursorOf(answer.next) }
        client.setQueryData<ImagePages<T>>(
          key,
          (known) => known && dropFar(withPage(known, cursor, page, cellOf), ...seen.current),
        )
      } catch (error) {
        failedOnce.current = true
        setFailed(true)
        reportError(error)
      } finally {
        asked.current.delete(cursor)
        setLoading((count) => count - 1)
      }
    },
    [client, key, read, cellOf],
  )
  const look = useCallback(
    (first: number, last: number) => {
      seen.current = [first, last]
      const readNext = () => {
        const known = client.getQueryData<ImagePages<T>>(key)
        if (known === undefined || failedOnce.current) return
        for (const cursor of wantedPages(known, ...seen.current)) {
          if (asked.current.size >= AT_ONCE) return
          if (!asked.current.has(cursor)) void readPage(cursor).then(readNext)
        }
      }
      readNext()
    },
    [client, key, readPage],
  )

  const cells = useMemo(() => data?.pages.flatMap((page) => page.cells) ?? [], [data])
  const items = useMemo(
    () =>
      new Map(
        (data?.pages ?? []).flatMap((page) => (page.items ?? []).map((item) => [item.id, item])),
      ),
    [data],
  )
  const { refetch } = head
  const isKnown = data !== undefined
  const retry = useCallback(() => {
    failedOnce.current = false
    setFailed(false)
    if (isKnown) look(...seen.current)
    else void refetch()
  }, [isKnown, look, refetch])
  const isPending = enabled && head.isPending && !head.isError
  const isLoadingMore = loading > 0
  const isError = failed || (head.isError && !isKnown)
  const hasMore = isKnown && data.pages.at(-1)?.next !== null
  // One object as long as nothing of it changes, for grids that are drawn only then.
  return useMemo(
    () => ({ cells, items, isPending, isLoadingMore, isError, hasMore, look, retry }),
    [cells, items, isPending, isLoadingMore, isError, hasMore, look, retry],
  )
}
