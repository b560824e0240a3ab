import { Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { PlanChoice } from '#contract/billing.ts'
import type { Answer } from '#contract/endpoint.ts'
import { paths } from '#web/app/paths.ts'
import type { api } from '#web/lib/api.ts'
import { formatCredits, formatDay } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { planAndPeriod } from '#web/lib/plan-text.ts'
import { useBilling } from '../lib/use-billing.ts'
import { usePortal } from '../lib/use-portal.ts'
import { texts } from '../texts.ts'
import { Result } from './result.tsx'

type ChangeAnswer = Answer<typeof api.billing.change>

function Changed({ choice }: { choice: PlanChoice }) {
  const { me } = useSession()
  const { site } = useSite()
  return (
    <Result
      title={`You are on ${planAndPeriod(choice.plan, choice.period)}`}
      ways={
        <>
          <Button component={Link} to={site.defaultLoggedInLanding}>
            Start creating
          </Button>
          <Button component={Link} to={paths.billing.link()} variant="default">
            Billing
          </Button>
        </>
      }
    >
      <Text className="tabular">
        Your payment went through{me && `. You now have ${formatCredits(me.credits)}`}.
      </Text>
    </Result>
  )
}

function Scheduled({ choice, at }: { choice: PlanChoice; at: string | undefined }) {
  return (
    <Result title="Your change is scheduled">
      <Text>
        {planAndPeriod(choice.plan, choice.period)} starts
        {at === undefined ? ' at the end of the paid period' : ` on ${formatDay(at)}`}. You weren’t
        charged today, and you can undo this until then.
      </Text>
    </Result>
  )
}

/** It may be paid already, and the news of it on its way. */
function Processing() {
  return (
    <Result title="Your upgrade is being processed">
      <Text>
        This usually takes less than a minute, and this page updates by itself. You won’t be charged
        twice.
      </Text>
    </Result>
  )
}

function PaymentPending({ url }: { url: string }) {
  const { open, isOpening } = usePortal()
  return (
    <Result
      title="Your payment needs attention"
      ways={
        <>
          <Button component="a" href={url}>
            Complete the payment
          </Button>
          <Button variant="default" loading={isOpening} onClick={open}>
            {texts.updateBilling}
          </Button>
          <Button component={Link} to={paths.billing.link()} variant="subtle" color="gray">
            Not now
          </Button>
        </>
      }
    >
      <Text>
        Your bank wants you to confirm it, or your card was declined. Your plan and credits stay as
        they are until it is paid.
      </Text>
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
