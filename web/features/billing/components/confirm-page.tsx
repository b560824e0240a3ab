import { Alert, Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ChangePreview, PlanChoice } from '#contract/billing.ts'
import { paths } from '#web/app/paths.ts'
import { ApiError } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useBilling } from '../lib/use-billing.ts'
import { useChangePlan, usePlanPreview } from '../lib/use-plan-change.ts'
import { planAndPeriod, planLabel } from '../texts.ts'
import { ChangePreviewFacts } from './change-preview.tsx'
import { ChangeResult } from './change-result.tsx'
import { DueNotice } from './due-notice.tsx'

function Ways({ children }: { children?: ReactNode }) {
  return (
    <Group mt="lg" gap="md">
      {children}
      <Anchor component={Link} to={paths.billing.link()}>
        Back to billing
      </Anchor>
    </Group>
  )
}

/** Why there is nothing to confirm, and the way on. */
function Refusal({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { data: billing } = useBilling()
  if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) {
    return (
      <ErrorState what="The preview could not be loaded. Nothing was charged." onRetry={onRetry} />
    )
  }
  if (error.code === 'payment_due' && billing?.payment_due) {
    return (
      <>
        <DueNotice billing={billing} />
        <Ways />
      </>
    )
  }
  return (
    <>
      <Text role="alert">{messageOf(error)}</Text>
      <Ways>
        <Button component={Link} to={paths.pricing.link()}>
          See the plans
        </Button>
      </Ways>
    </>
  )
}

/** What is known after a change that failed; the notification says why. */
function ChangeFailed({ error }: { error: unknown }) {
  const isRefused = error instanceof ApiError && error.status < 500
  return (
    <Alert
      color="red"
      radius="lg"
      mt="lg"
      title={isRefused ? 'Nothing was changed' : 'No answer came'}
    >
      {isRefused
        ? 'Your plan is as it was, and nothing was charged. What you see above is up to date again.'
        : 'The change may have been made all the same. What you see above was read again; pressing once more cannot charge twice.'}
    </Alert>
  )
}

function buttonText({ takes_effect, takes_effect_at, amount_due, currency, plan }: ChangePreview) {
  if (takes_effect === 'period_end') return `Change on ${formatDay(takes_effect_at)}`
  return `Pay ${formatMoney(amount_due, currency)} and change to ${planLabel(plan)}`
}

function Loading() {
  return (
    <Stack gap="md" role="status" aria-label="Loading what the change costs">
      <Skeleton height={24} />
      <Skeleton height={24} />
      <Skeleton height={64} />
      <Skeleton height={24} />
      <Skeleton height={44} width={260} />
    </Stack>
  )
}

/** Shows what a change of plan costs and brings; nothing happens before its button is pressed. */
export function ConfirmPage({ choice }: { choice: PlanChoice }) {
  const { me } = useSession()
  const { data: billing } = useBilling()
  const change = useChangePlan()
  const preview = usePlanPreview(choice, { enabled: change.data === undefined })

  if (change.data) {
    return (
      <Page width="text">
        <ChangeResult choice={choice} result={change.data} />
      </Page>
    )
  }
  const shown = preview.data
  const press = () => {
    if (!shown || change.isPending) return
    change.mutate(
      { ...choice, proration_date: shown.proration_date },
      // What was shown may no longer hold.
      { onError: () => void preview.refetch() },
    )
  }
  return (
    <Page width="text">
      <Title order={1} mb="lg">
        Change to {planAndPeriod(choice.plan, choice.period)}
      </Title>
      {preview.isError && <Refusal error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.isPending && <Loading />}
      {shown && !preview.isError && me && (
        <>
          <ChangePreviewFacts preview={shown} me={me} scheduled={billing?.scheduled ?? null} />
          {change.isError && <ChangeFailed error={change.error} />}
          <Ways>
            <Button size="md" mih={44} loading={change.isPending} onClick={press}>
              {buttonText(shown)}
            </Button>
          </Ways>
        </>
      )}
    </Page>
  )
}
