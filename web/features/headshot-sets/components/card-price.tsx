import { Button, Text } from '@mantine/core'
import { HEADSHOT_SET } from '#contract/values/headshot-runs.ts'
import { formatMoney } from '#web/lib/format.ts'
import type { SetPrice } from '../api/use-set-price.ts'
import { useTexts } from '../texts.ts'
import { Fixed } from './set-price.tsx'

const CURRENCY = 'usd'

/** What a set costs once by card, what is promised for it, and the button that leads to the payment. */
export function CardPrice({
  price,
  listed,
  shots,
  trains,
  isOff,
  isPending,
}: {
  price: SetPrice
  /** Cents, by the price list. */
  listed: number
  shots: number
  /** Whether the studio is still to be trained. */
  trains: boolean
  isOff: boolean
  isPending: boolean
}) {
  const t = useTexts()
  const { amount: cents, currency } = price.quote?.money ?? { amount: listed, currency: CURRENCY }
  const amount = formatMoney(cents, currency)
  return (
    <>
      <Text>
        {t(trains ? 'order.cardPrice' : 'order.cardPriceAgain', { amount, count: shots })}
      </Text>
      <Text size="sm" c="dimmed">
        {t('order.cardTerms', {
          needed: Math.ceil((HEADSHOT_SET.passPercent * shots) / 100),
          count: shots,
          hours: HEADSHOT_SET.passHours,
        })}{' '}
        <Fixed price={price} />
      </Text>
      <Button type="submit" loading={isPending} disabled={isOff}>
        {t('order.cardButton', { amount })}
      </Button>
    </>
  )
}
