import type { Me } from '#contract/users.ts'
import { ViewBanner } from '#web/features/admin/components/view-banner.tsx'
import { LimitNotice } from '#web/features/support/limit/limit-notice.tsx'

/** What stands above every page of an account that somebody looks at, or that is limited; few ever load it. */
export function AccountNotices({ me }: { me: Me }) {
  return (
    <>
      {me.viewed_until !== null && <ViewBanner me={me} />}
      {me.limited && <LimitNotice limited={me.limited} />}
    </>
  )
}
