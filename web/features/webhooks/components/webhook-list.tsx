import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useId, useState } from 'react'
import type { WebhookEndpoint } from '#contract/webhooks.ts'
import { formatTime } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import {
  useEnableWebhook,
  useRemoveWebhook,
  useRotateSecret,
  useWebhooks,
} from '../lib/use-webhooks.ts'
import { useTexts, type WebhookTexts } from '../texts.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { ShownSecret } from '#web/ui/shown-secret.tsx'

function standingOf(
  { created_at: since, failing_since: failing, disabled_at: off }: WebhookEndpoint,
  t: WebhookTexts,
): string {
  if (off !== null) return t('endpoint.off', { since: formatTime(off) })
  if (failing !== null) return t('endpoint.failing', { since: formatTime(failing) })
  return t('endpoint.since', { since: formatTime(since) })
}

function WebhookRow({ item }: { item: WebhookEndpoint }) {
  const t = useTexts()
  const remove = useRemoveWebhook()
  const enable = useEnableWebhook()
  const rotate = useRotateSecret()
  const [showsLog, setShowsLog] = useState(false)
  const log = useId()
  const { id, url, disabled_at: off } = item
  const { host } = new URL(url)
  return (
    <Stack component="li" gap="xs" py="sm">
      <Group gap="xs">
        <Text fw={700} style={{ overflowWrap: 'anywhere' }}>
          {url}
        </Text>
        {item.events.map((event) => (
          <Badge key={event} variant="light" color="gray" tt="none">
            {event}
          </Badge>
        ))}
      </Group>
      <Text c="dimmed" size="xs">
        {standingOf(item, t)}
      </Text>
      <Group gap="xs">
        {off !== null && (
          <Button mih={44} loading={enable.isPending} onClick={() => enable.mutate(id)}>
            {t('endpoint.enable')}
          </Button>
        )}
        <Button
          variant="default"
          mih={44}
          aria-expanded={showsLog}
          aria-controls={log}
          aria-label={t('endpoint.logNamed', { host })}
          onClick={() => setShowsLog(!showsLog)}
        >
          {t('endpoint.log')}
        </Button>
        <Button
          variant="default"
          mih={44}
          loading={rotate.isPending}
          aria-label={t('endpoint.rotateNamed', { host })}
          onClick={() => rotate.mutate(id)}
        >
          {t('endpoint.rotate')}
        </Button>
        <Button
          variant="default"
          mih={44}
          loading={remove.isPending}
          aria-label={t('endpoint.removeNamed', { host })}
          onClick={() => remove.mutate({ id, host })}
        >
          {t('endpoint.remove')}
        </Button>
      </Group>
      {rotate.data && (
        <ShownSecret
          key={rotate.data.secret}
          title={t('secret.of', { host })}
          secret={rotate.data.secret}
          hint={t('secret.rotated', { until: formatTime(rotate.data.old_secret_until) })}
          copyLabel={t('copy')}
          copiedLabel={t('copied')}
        />
      )}
      <div id={log}>{showsLog && <DeliveryLog id={id} host={host} isOff={off !== null} />}</div>
    </Stack>
  )
}

/** Own endpoints, each with its log, its secret and a way to remove it. */
export function WebhookList() {
  const t = useTexts()
  const webhooks = useWebhooks()
  const list = webhooks.data?.results
  if (webhooks.isError && !list) {
    return <ErrorState what={t('list.loadFailed')} onRetry={() => void webhooks.refetch()} />
  }
  if (!list) return <Skeleton height={64} mt="md" />
  if (list.length === 0) return <Text c="dimmed">{t('list.none')}</Text>
  return (
    <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
      {list.map((item) => (
        <WebhookRow key={item.id} item={item} />
      ))}
    </Stack>
  )
}
