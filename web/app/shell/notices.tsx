import { notifications, useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { takeFlash } from '#web/lib/flash.ts'
import { useDeferred } from '#web/lib/use-deferred.ts'

/** Where notifications show; its code comes with the first one. */
export function Notices() {
  const hasAny = useNotifications().notifications.length > 0
  const [Container, ask] = useDeferred(() =>
    import('./notice-container.tsx').then(({ NoticeContainer }) => NoticeContainer),
  )
  useEffect(() => {
    if (hasAny) void ask()
  }, [hasAny, ask])
  // Here and not behind pages of signed-in people: who has just left an account is told so.
  useEffect(() => {
    const flash = takeFlash()
    if (flash !== null) notifications.show({ message: flash })
  }, [])
  return Container && <Container />
}
