import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { PlanChoice } from '#contract/billing.ts'
import type { Answer, api } from '#web/lib/api.ts'
import { paths } from '#contract/paths.ts'
import { formatUtcDay } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { useBilling } from '../lib/use-billing.ts'
import { usePortal } from '../lib/use-portal.ts'
import { Result } from './result.tsx'
import { useTexts } from '../texts.ts'

type ChangeAnswer = Answer<typeof api.billing.change>

function Changed({ choice }: { choice: PlanChoice }) {
  const t = useTexts()
  const { me } = useSession()
  const { site } = useSite()
  return (
    <Result
      title={t('changeResult.youAreOn', { plan: planAndPeriod(choice.plan, choice.period) })}
      ways={
        <>
          <Button component={Link} to={site.defaultLoggedInLanding}>
            {t('changeResult.startCreating')}
          </Button>
          <Button component={Link} to={paths.billing.link()} variant="default">
            {t('changeResult.billing')}
          </Button>
        </>
      }
    >
      <Text className="tabular">
        {me ? t('changeResult.paidWithCredits', { credits: me.credits }) : t('changeResult.paid')}
      </Text>
    </Result>
  )
}

function Scheduled({ choice, at }: { choice: PlanChoice; at: string | undefined }) {
  const t = useTexts()
  return (
    <Result title={t('changeResult.yourChangeIsScheduled')}>
      <Text>
        {t('changeResult.starts', {
          plan: planAndPeriod(choice.plan, choice.period),
          at: at === undefined ? 'end' : 'day',
          day: at === undefined ? '' : formatUtcDay(at),
        })}
      </Text>
    </Result>
  )
}

/** It may be paid already, and the news of it on its way. */
function Processing() {
  const t = useTexts()
  return (
    <Result title={t('changeResult.yourUpgradeIsBeingProcessed')}>
      <Text>{t('changeResult.thisUsuallyTakesLessThan')}</Text>
    </Result>
  )
}

function PaymentPending({ url }: { url: string }) {
  const t = useTexts()
  const { open, isOpening } = usePortal()
  return (
    <Result
      title={t('changeResult.yourPaymentNeedsAttention')}
      ways={
        <>
          <Button component="a" href={url}>
            {t('changeResult.completeThePayment')}
          </Button>
          <Button variant="default" loading={isOpening} onClick={open}>
            {t('plans.updateBilling')}
          </Button>
          <Button component={Link} to={paths.billing.link()} variant="subtle" color="gray">
            {t('changeResult.notNow')}
          </Button>
        </>
      }
    >
      <Text>{t('changeResult.yourBankWantsYouTo')}</Text>
    </Result>
  )
}

/** What became of a change of plan; follows a payment that is completed elsewhere. */
export function ChangeResult({ choice, result }: { choice: PlanChoice; result: ChangeAnswer }) {
  const { data: billing } = useBilling()
  const state = billing ?? result.billing
  const isThere = state.plan === choice.plan && state.period === choice.period
  if (result.status === 'scheduled') return <Scheduled choice={choice} at={state.scheduled?.at} />
  if (result.status === 'changed' || isThere) return <Changed choice={choice} />
  return result.url === null ? <Processing /> : <PaymentPending url={result.url} />
}
