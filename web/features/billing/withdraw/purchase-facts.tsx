import { Text } from '@mantine/core'
import type { Purchase } from '#contract/withdrawals.ts'
import { formatLastDay, formatMoney, formatUtcDay } from '#web/lib/format.ts'
import { Fact, Facts } from '../components/facts.tsx'
import { useTexts } from './texts.ts'

/** What was bought, and what a withdrawal pays back. */
export function PurchaseFacts({ purchase }: { purchase: Purchase }) {
  const t = useTexts()
  const { text, amount, currency, paid_at: paidAt, until, unspent, credits, refund } = purchase
  return (
    <>
      <Facts>
        <Fact label={t('fact.purchase')}>{text}</Fact>
        <Fact label={t('fact.paid')}>
          {t('fact.paidOn', {
            amount: formatMoney(amount, currency),
            day: formatUtcDay(paidAt),
          })}
        </Fact>
        <Fact label={t('fact.until')}>{formatLastDay(until)}</Fact>
        <Fact label={t('fact.unspent')}>{t('fact.share', { unspent, credits })}</Fact>
        <Fact label={t('fact.refund')}>{formatMoney(refund, currency)}</Fact>
      </Facts>
      <Text mt="md">{t(purchase.ends_plan ? 'endsPlan' : 'removed')}</Text>
      {purchase.waits && <Text mt="xs">{t('waits')}</Text>}
    </>
  )
}
