import { Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from '#web/ui/page.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useBilling } from '../lib/use-billing.ts'
import classes from './billing.module.css'
import { DueNotice } from './due-notice.tsx'
import { Invoices } from './invoices.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { useTexts } from '../texts.ts'

/**
 * Plan, credits, invoices and statement of the signed-in person.
 * @param balance, statement of the credits, which are a subject of their own
 */
export function BillingPage({ balance, statement }: { balance: ReactNode; statement: ReactNode }) {
  const t = useTexts()
  const billing = useBilling()
  const state = billing.data
  return (
    <Page>
      <div className={`${classes.page} ${classes.touch}`}>
        <Title order={1}>{t('billingPage.billing')}</Title>
        <Text c="dimmed">{t('facts.utc')}</Text>
        {billing.isError && !state && (
          <ErrorState what={t('billingPage.loadFailed')} onRetry={() => void billing.refetch()} />
        )}
        {state && <DueNotice billing={state} />}
        <div className={classes.top}>
          {state && <PlanPanel billing={state} />}
          {!state && !billing.isError && <Skeleton height={220} />}
          {balance}
        </div>
        {state && <Invoices invoices={state.invoices} />}
        {!state && !billing.isError && (
          <Stack gap="xs" role="status" aria-label={t('billingPage.loading')}>
            <Skeleton height={28} width={140} />
            <Skeleton height={44} />
            <Skeleton height={44} />
          </Stack>
        )}
        {statement}
      </div>
    </Page>
  )
}
