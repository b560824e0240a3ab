import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect } from 'react'
import { useSite } from '#web/lib/site.ts'
import { useTexts } from './texts.ts'

const NOTICE = 'new-version'
/** How often an open page asks whether there is a new version. */
const ASK_AGAIN_MS = 3600_000

/** The version of this page's code, as the build names it. */
const ownVersion = (): string | undefined =>
  (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest?.version

/** Registers the service worker, and says when it belongs to a newer version than this page. */
export function ServiceWorker() {
  const t = useTexts()
  const { brand } = useSite()
  useEffect(() => {
    const container = navigator.serviceWorker
    const tell = ({ data }: MessageEvent<{ version?: string } | null>) => {
      if (!data?.version || data.version === ownVersion()) return
      notifications.show({
        id: NOTICE,
        autoClose: false,
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{t('update.text', { name: brand.name })}</Text>
            <Button size="xs" onClick={() => window.location.reload()}>
              {t('update.reload')}
            </Button>
          </Group>
        ),
      })
    }
    container.addEventListener('message', tell)
    const registering = container.register('/service-worker.js')
    const ask = setInterval(() => {
      // Where there is no network the next time is as good.
      void registering.then((registration) => registration.update()).catch(() => undefined)
    }, ASK_AGAIN_MS)
    // Private windows of some browsers have none; the pages work without.
    registering.catch(() => undefined)
    return () => {
      container.removeEventListener('message', tell)
      clearInterval(ask)
    }
  }, [t, brand.name])
  return null
}
