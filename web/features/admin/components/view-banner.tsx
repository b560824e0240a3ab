import { Button } from '@mantine/core'
import { useEffect } from 'react'
import type { Me } from '#contract/users.ts'
import { paths } from '#contract/paths.ts'
import { formatTime } from '#web/lib/format.ts'
import { endView } from '../api/view.ts'
import classes from './view-banner.module.css'

/** Across the top of every page while an administrator sees the site as somebody else does. */
export function ViewBanner({ me: { id, email, viewed_until: until } }: { me: Me }) {
  const back = paths.adminPerson.link(id)
  useEffect(() => {
    const left = until === null ? 0 : Date.parse(until) - Date.now()
    const timer = setTimeout(() => void endView(back), left)
    return () => clearTimeout(timer)
  }, [back, until])
  return (
    <aside className={classes.banner} aria-label="You are looking as somebody else">
      <span>
        You see the site as {email} does, until {until !== null && formatTime(until)}. Nothing can
        be changed, and the person was told by email.
      </span>
      <Button size="compact-sm" variant="white" onClick={() => void endView(back)}>
        Stop looking
      </Button>
    </aside>
  )
}
