import { Badge, Button, Skeleton, Table, Text } from '@mantine/core'
import type { WebhookDelivery } from '#contract/webhooks.ts'
import { formatTime } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useDeliveries, useResend } from '../lib/use-webhooks.ts'
import { useTexts, type WebhookTexts } from '../texts.ts'

const COLORS = { pending: 'gray', delivered: 'teal', failed: 'red' } as const

/** How the last attempt went, and when the next one is. */
function outcomeOf(
  { attempts, status, error, next_attempt_at: next, state }: WebhookDelivery,
  t: WebhookTexts,
): string {
  const parts: string[] = []
  if (attempts > 0) parts.push(t('log.attempts', { count: attempts }))
  if (status !== null) parts.push(t('log.status', { status: String(status) }))
  else if (error !== null) parts.push(t(`error.${error}`))
  if (state === 'pending' && next !== null && attempts > 0)
    parts.push(t('log.next', { time: formatTime(next) }))
  return parts.join(' · ')
}

/** The last messages to an endpoint, each with a way to send it again. */
export function DeliveryLog({ id, host, isOff }: { id: string; host: string; isOff: boolean }) {
  const t = useTexts()
  const deliveries = useDeliveries(id)
  const resend = useResend(id)
  const list = deliveries.data?.results
  if (deliveries.isError && !list) {
    return <ErrorState what={t('log.loadFailed')} onRetry={() => void deliveries.refetch()} />
  }
  if (!list) return <Skeleton height={64} mt="xs" />
  if (list.length === 0) return <Text c="dimmed">{t('log.none')}</Text>
  return (
    <Table.ScrollContainer
      minWidth={420}
      tabIndex={0}
      role="region"
      aria-label={t('log.of', { host })}
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('log.at')}</Table.Th>
            <Table.Th>{t('log.event')}</Table.Th>
            <Table.Th>{t('log.outcome')}</Table.Th>
            <Table.Th>{t('log.action')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {list.map((delivery) => (
            <Table.Tr key={delivery.id}>
              <Table.Td>{formatTime(delivery.created_at)}</Table.Td>
              <Table.Td>
                {delivery.event}
                <Text c="dimmed" size="xs" style={{ overflowWrap: 'anywhere' }}>
                  {delivery.subject}
                </Text>
              </Table.Td>
              <Table.Td>
                <Badge variant="light" color={COLORS[delivery.state]}>
                  {t(`state.${delivery.state}`)}
                </Badge>
                <Text c="dimmed" size="xs">
                  {outcomeOf(delivery, t)}
                </Text>
              </Table.Td>
              <Table.Td>
                <Button
                  variant="default"
                  mih={44}
                  disabled={isOff}
                  loading={resend.isPending && resend.variables === delivery.id}
                  onClick={() => resend.mutate(delivery.id)}
                  aria-label={t('log.resendNamed', {
                    event: delivery.event,
                    time: formatTime(delivery.created_at),
                  })}
                >
                  {t('log.resend')}
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
