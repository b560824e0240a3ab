import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Announcement } from '#contract/announcements.ts'
import { accountKeys } from '#web/lib/account-keys.ts'
import { api, call } from '#web/lib/api.ts'
import { AnnouncementBar, AnnouncementBars } from '#web/ui/announcement-bar.tsx'
import { useTexts } from './texts.ts'

type Answer = { results: Announcement[] }

const REREAD_MS = 600_000

/** What the operator announces to the person, above every page; what they close stays closed on all their devices. */
export function Announcements() {
  const t = useTexts()
  const queries = useQueryClient()
  const news = useQuery({
    queryKey: accountKeys.announcements,
    queryFn: ({ signal }) => call(api.announcements.list, {}, { signal }),
    staleTime: REREAD_MS,
    meta: { showsOwnErrors: true },
  })
  const close = useMutation({
    mutationFn: (id: string) => call(api.announcements.dismiss, { params: { id }, body: {} }),
    onMutate: (id) => {
      queries.setQueryData<Answer>(accountKeys.announcements, (before) => ({
        results: (before?.results ?? []).filter((one) => one.id !== id),
      }))
      // The button that had the focus is gone.
      document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true })
    },
    onError: () => queries.invalidateQueries({ queryKey: accountKeys.announcements }),
  })
  const shown = news.data?.results ?? []
  if (shown.length === 0) return null
  return (
    <AnnouncementBars title={t('title')}>
      {shown.map(({ id, ...one }) => (
        <AnnouncementBar key={id} {...one} close={t('close')} onClose={() => close.mutate(id)} />
      ))}
    </AnnouncementBars>
  )
}
