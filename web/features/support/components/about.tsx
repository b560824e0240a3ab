import { Text } from '@mantine/core'
import type { TicketSubjects } from '#contract/support.ts'
import { formatMoney, formatTime, formatUtcDay } from '#web/lib/format.ts'
import { hasText, useTexts as useToolTexts } from '#web/lib/tool-names/texts.ts'
import { useTexts } from '../texts.ts'

/** The job and the payment that a ticket is about. */
export function About({ job, payment }: TicketSubjects) {
  const t = useTexts()
  const tools = useToolTexts()
  const name = `job.${job?.type ?? ''}`
  return (
    <>
      {job !== null && (
        <Text size="sm" c="dimmed">
          {t('about.job', {
            what: hasText(name) ? tools(name) : job.type,
            time: formatTime(job.created_at),
          })}
        </Text>
      )}
      {payment !== null && (
        <Text size="sm" c="dimmed">
          {t('about.payment', {
            amount: formatMoney(payment.amount, payment.currency),
            day: formatUtcDay(payment.created_at),
          })}
        </Text>
      )}
    </>
  )
}
