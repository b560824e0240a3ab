import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { PredictionImage } from '#contract/prediction-images.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import { useSession } from '#web/lib/session.ts'
import { useTexts } from '../texts.ts'

/** In the state of a history entry: the page itself opened the viewer, so going back closes it. */
const OPENED_HERE = { openedHere: true }

/**
 * The picture that `view` in the address names. A link may name one that is not among the loaded pictures;
 * it is then read by itself.
 */
export function useViewedPicture(images: readonly PredictionImage[]): {
  image: PredictionImage | null
  open(id: string): void
  /** Goes to another picture without a new entry in the browser's history. */
  step(id: string): void
  close(): void
} {
  const t = useTexts()
  const { me } = useSession()
  const [search, setSearch] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const id = search.get('view')
  const listed = images.find((image) => image.id === id)
  const alone = useQuery({
    queryKey: queryKeys.image(id ?? ''),
    async queryFn({ signal }) {
      const found = await call(
        api.predictionImages.detail,
        { params: { id: id ?? '' } },
        { signal },
      )
      // A public one of somebody else has no place among one's own.
      if (found.job === null) throw new Error('Not an own image')
      return { ...found, job: found.job }
    },
    enabled: me !== null && id !== null && listed === undefined,
    retry: false,
  })

  const show = (next: string | null, options: { replace: boolean; state?: unknown }) =>
    setSearch(
      (current) => {
        const changed = new URLSearchParams(current)
        if (next === null) changed.delete('view')
        else changed.set('view', next)
        return changed
      },
      { ...options, preventScrollReset: true },
    )
  const missing = id !== null && listed === undefined && alone.isError
  useEffect(() => {
    if (!missing) return
    notifications.show({ message: t('viewedPicture.missing') })
    show(null, { replace: true })
    // Once for each picture that is missing.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [missing, id])

  return {
    image: id === null ? null : (listed ?? alone.data ?? null),
    open: (next) => show(next, { replace: false, state: OPENED_HERE }),
    step: (next) => show(next, { replace: true, state: location.state }),
    close: () => {
      const { openedHere } = (location.state ?? {}) as Partial<typeof OPENED_HERE>
      if (openedHere) void navigate(-1)
      else show(null, { replace: true })
    },
  }
}
