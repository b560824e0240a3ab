import { IconBell } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { api, call } from '#web/lib/api.ts'
import { queryKeys } from '#web/lib/query-keys.ts'
import classes from './header.module.css'
import { useTexts } from './texts.ts'

/** More are shown as so many. */
const MOST = 99
const FRESH_MS = 60_000

/** Leads to the notifications, with how many are new. */
export function Bell() {
  const t = useTexts()
  const { data: unread = 0 } = useQuery({
    queryKey: queryKeys.unreadNotifications,
    queryFn: async ({ signal }) =>
      (await call(api.notifications.list, { query: { limit: '1' } }, { signal })).unread,
    staleTime: FRESH_MS,
  })
  return (
    <Link
      to={paths.notifications.link()}
      className={classes.bell}
      aria-label={unread === 0 ? t('bell.none') : t('bell.new', { count: unread })}
    >
      <IconBell size={22} aria-hidden />
      {unread > 0 && (
        <span className={`${classes.unread} tabular`} aria-hidden>
          {Math.min(unread, MOST)}
        </span>
      )}
    </Link>
  )
}
