import { Alert, Anchor, Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { paths } from '#contract/paths.ts'
import { ApiError } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { formatMoney, formatUtcTime } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { takeFocus } from '#web/lib/take-focus.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { Result } from '../components/result.tsx'
import { PurchaseFacts } from './purchase-facts.tsx'
import { useTexts } from './texts.ts'
import { useConfirm, useWithdrawal, type Way } from './use-withdrawals.ts'

function Received({ withdrawal }: { withdrawal: Withdrawal }) {
  const t = useTexts()
  const { me } = useSession()
  const { status, refund, currency, confirmed_at: at } = withdrawal
  const money = () => {
    if (status !== 'done') return t('result.waits')
    return refund === 0
      ? t('result.nothing')
      : t('result.done', { refund: formatMoney(refund, currency) })
  }
  return (
    <Result title={t('result.title')} {...(me === null && { ways: <></> })}>
      <Text className="tabular">{t('result.received', { time: formatUtcTime(at!) })}</Text>
      <Text mt="xs">{money()}</Text>
    </Result>
  )
}

/** The second of two steps. */
function Confirmation({
  withdrawal,
  way,
  onBack,
}: {
  withdrawal: Withdrawal
  way: Way
  onBack(): void
}) {
  const t = useTexts()
  const confirm = useConfirm(way)
  return (
    <>
      <Text mt="lg" fw={700} tabIndex={-1} ref={takeFocus}>
        {t('step.question', { item: withdrawal.text })}
      </Text>
      {confirm.isError && (
        <Alert
          role="alert"
          color="red"
          radius="lg"
          mt="md"
          title={t('failed')}
          tabIndex={-1}
          ref={takeFocus}
        >
          {messageOf(confirm.error)}
        </Alert>
      )}
      <Group mt="md" gap="md">
        <Button
          size="md"
          mih={44}
          color="red"
          variant="light"
          loading={confirm.isPending}
          onClick={() => confirm.mutate(withdrawal)}
        >
          {t('step.two')}
        </Button>
        <Button size="md" mih={44} variant="subtle" onClick={onBack}>
          {t('step.back')}
        </Button>
      </Group>
    </>
  )
}

/** One purchase: what is paid back, then the two steps. */
export function WithdrawOne({ way }: { way: Way }) {
  const t = useTexts()
  const { me } = useSession()
  const [isAsked, setAsked] = useState(false)
  const [hasReturned, setReturned] = useState(false)
  const { data, error, isError, refetch } = useWithdrawal(way)
  if (data && data.status !== 'open') return <Received withdrawal={data} />
  const goBack = () => {
    setAsked(false)
    setReturned(true)
  }
  const isRefused = error instanceof ApiError && error.status < 500 && error.status !== 429
  return (
    <>
      <Title order={1} mb="lg">
        {t('title')}
      </Title>
      {isError && isRefused && <Text role="alert">{messageOf(error)}</Text>}
      {isError && !isRefused && (
        <ErrorState what={t('openFailed')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton height={220} role="status" aria-label={t('loading')} />}
      {data && (
        <>
          <PurchaseFacts purchase={data} />
          {isAsked ? (
            <Confirmation withdrawal={data} way={way} onBack={goBack} />
          ) : (
            <Button
              size="md"
              mih={44}
              mt="lg"
              ref={hasReturned ? takeFocus : undefined}
              onClick={() => setAsked(true)}
            >
              {t('step.one')}
            </Button>
          )}
        </>
      )}
      {me !== null && (
        <Text mt="lg">
          <Anchor component={Link} to={paths.billing.link()}>
            {t('billing')}
          </Anchor>
        </Text>
      )}
    </>
  )
}
