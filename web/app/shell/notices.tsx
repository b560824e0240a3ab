import { useNotifications } from '@mantine/notifications'
import { useEffect } from 'react'
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
  return Container && <Container />
}
