import { Button, Skeleton, Stack, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { Withdrawal } from '#contract/withdrawals.ts'
import { paths } from '#contract/paths.ts'
import { formatMoney } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { PurchaseFacts } from './purchase-facts.tsx'
import { useTexts } from './texts.ts'
import { useWithdrawals } from './use-withdrawals.ts'

function Earlier({ withdrawals }: { withdrawals: readonly Withdrawal[] }) {
  const t = useTexts()
  return (
    <section aria-labelledby="earlier">
      <Title order={2} fz="lg" id="earlier" mb="xs">
        {t('earlier')}
      </Title>
      <Stack gap="xs">
        {withdrawals.map(({ id, text, status, refund, currency }) => (
          <Text key={id}>
            {text}: {t(`status.${status}`, { refund: formatMoney(refund, currency) })}
          </Text>
        ))}
      </Stack>
    </section>
  )
}

/** The purchases of the signed-in person that can be withdrawn from, and withdrawals of before. */
export function WithdrawList() {
  const t = useTexts()
  const { data, isError, refetch } = useWithdrawals()
  const earlier = data?.results.filter(({ status }) => status !== 'open') ?? []
  return (
    <>
      <Title order={1} mb="md">
        {t('title')}
      </Title>
      <Text>{t('intro')}</Text>
      <Text c="dimmed" mt="xs" mb="lg">
        {t('renewals')}
      </Text>
      {isError && !data && <ErrorState what={t('loadFailed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={220} role="status" aria-label={t('loading')} />}
      <Stack gap="xl">
        {data?.payments.length === 0 && <Text>{t('none')}</Text>}
        {data?.payments.map((purchase) => (
          <article key={purchase.payment} aria-label={purchase.text}>
            <PurchaseFacts purchase={purchase} />
            <Button
              component={Link}
              to={paths.withdraw.link({ payment: purchase.payment })}
              mt="md"
              mih={44}
            >
              {t('step.one')}
            </Button>
          </article>
        ))}
        {earlier.length > 0 && <Earlier withdrawals={earlier} />}
      </Stack>
    </>
  )
}
