import { Button, Text } from '@mantine/core'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { useStartQuote } from '#web/features/studios/api/use-studios.ts'
import { canStart } from '#web/features/studios/lib/look.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatCredits, formatTime } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { PlansLink } from '#web/ui/plans-link.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import type { SetPrice as Price } from '../api/use-set-price.ts'
import { useTexts } from '../texts.ts'
import classes from './sets.module.css'

const WITHOUT_TRAINING = new Set(['free', 'basic'])

/** What a set costs line by line, what it needs, and the button that pays it in credits. */
export function SetPrice({
  studio,
  shots,
  price,
  isOff,
  isPending,
}: {
  studio: LoraTraining
  shots: number
  price: Price
  isOff: boolean
  isPending: boolean
}) {
  const t = useTexts()
  const { me, canBuy } = useSession()
  const { show } = useDialogs()
  const start = useStartQuote(studio.id)
  const { training, drawn, cost, quote } = price
  if (start.isError && !start.data) {
    return <ErrorState what={t('order.priceFailed')} onRetry={() => void start.refetch()} />
  }
  if (training === null || drawn === null || cost === null || !me) {
    return <Text>{t('order.priceComes')}</Text>
  }
  const missing = cost - me.credits
  // The server says no to a limited account, which is shown no plans.
  const needsPlan =
    canBuy && canStart(studio) && !studio.is_free && WITHOUT_TRAINING.has(me.plan.name)
  const label = t('order.button', { count: shots, credits: formatCredits(cost) })
  return (
    <>
      <div className={classes.price}>
        {canStart(studio) && <Line label={t('order.training')} value={formatCredits(training)} />}
        <Line label={t('order.drawn', { count: shots })} value={formatCredits(drawn)} />
        <Line label={t('order.total')} value={formatCredits(cost)} />
        <Line label={t('order.balance')} value={formatCredits(me.credits)} />
      </div>
      {price.was !== null && (
        <Text size="sm" role="status">
          {t('order.changed', { was: price.was, credits: cost })}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {t('order.terms')} <Fixed price={price} />
      </Text>
      {missing > 0 && !needsPlan && (
        <Text size="sm">
          {t.rich('order.missing', {
            credits: formatCredits(missing),
            link: <PlansLink />,
          })}
        </Text>
      )}
      {needsPlan ? (
        <Button onClick={() => show('upgrade')}>{label}</Button>
      ) : (
        <Button
          type="submit"
          loading={isPending}
          disabled={isOff || missing > 0 || (quote !== null && !quote.enough)}
        >
          {label}
        </Button>
      )}
    </>
  )
}

/** Until when the price holds; nothing while it is the price list's. */
export function Fixed({ price: { quote } }: { price: Pick<Price, 'quote'> }) {
  const t = useTexts()
  if (!quote) return null
  return t('order.fixed', { time: formatTime(quote.expires_at) })
}

const Line = ({ label, value }: { label: string; value: string }) => (
  <div className="tabular">
    <span>{label}</span>
    <span>{value}</span>
  </div>
)
