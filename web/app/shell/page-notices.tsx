import { useLayoutEffect } from 'react'
import type { RootData } from '#web/lib/site.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { LanguageOffer } from './language-offer.tsx'

const loadViewBanner = () =>
  import('#web/features/admin/components/view-banner.tsx').then(({ ViewBanner }) => ViewBanner)
const loadLimitNotice = () =>
  import('#web/features/support/limit/limit-notice.tsx').then(({ LimitNotice }) => LimitNotice)
const loadAnnouncements = () =>
  import('#web/features/announcements/announcements.tsx').then(({ Announcements }) => Announcements)

/** What stands above every page for some: of an account that somebody looks at, or that is limited, news, and the language to choose. */
export function PageNotices({ me, languageOffers }: Pick<RootData, 'me' | 'languageOffers'>) {
  // The place that `keep-place.js` kept is taken now.
  useLayoutEffect(() => void delete document.documentElement.dataset['offer'], [])
  return (
    <>
      {me?.viewed_until && <Deferred load={loadViewBanner} props={{ me }} />}
      {me?.limited && <Deferred load={loadLimitNotice} props={{ limited: me.limited }} />}
      {me && <Deferred load={loadAnnouncements} props={{}} />}
      {!me?.language && <LanguageOffer languageOffers={languageOffers} />}
    </>
  )
}
