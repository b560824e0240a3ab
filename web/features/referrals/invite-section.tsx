import { Button, CopyButton, Group, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { Link } from 'react-router'
import {
  REFERRAL_CREDITS,
  REFERRAL_CREDITS_DAYS,
  REFERRAL_DAYS,
  REFERRALS_A_YEAR,
} from '#contract/referral-terms.ts'
import type { Referrals } from '#contract/referrals.ts'
import { paths } from '#contract/paths.ts'
import { formatDay } from '#web/lib/format.ts'
import { ErrorState } from '#web/ui/states.tsx'
import { useTexts } from './texts.ts'
import { useReferrals } from './use-referrals.ts'

/** A person's link to invite others: what both get for it, and what came of it so far. */
export function InviteSection() {
  const t = useTexts()
  const { data, isError, refetch } = useReferrals()
  return (
    <section aria-labelledby="invite">
      <Title order={2} fz="lg" mb="xs" id="invite">
        {t('title')}
      </Title>
      <Text maw="68ch">{t('offer', { credits: REFERRAL_CREDITS, days: REFERRAL_DAYS })}</Text>
      <Text c="dimmed" size="sm" mt="xs" maw="68ch">
        {t('rules', { until: REFERRAL_CREDITS_DAYS, most: REFERRALS_A_YEAR })}
      </Text>
      {isError && !data && <ErrorState what={t('loadFailed')} onRetry={() => void refetch()} />}
      {!data && !isError && <Skeleton height={120} mt="md" />}
      {data && (
        <>
          <OwnLink url={data.url} />
          <Outcome referrals={data} />
          <Joined joined={data.joined} />
        </>
      )}
    </section>
  )
}

function OwnLink({ url }: { url: string }) {
  const t = useTexts()
  return (
    <Group align="end" mt="md" gap="sm">
      <TextInput
        label={t('link')}
        value={url}
        readOnly
        size="md"
        flex="1 1 240px"
        maw={480}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          <Button variant="default" size="md" onClick={copy}>
            {copied ? t('copied') : t('copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}

function Outcome({ referrals }: { referrals: Referrals }) {
  const t = useTexts()
  const { invited, waiting, earned, counted } = referrals
  if (invited === 0) return null
  return (
    <Text mt="md" role="status">
      {t('invited', { invited })} {waiting > 0 && t('waiting', { waiting })}{' '}
      {earned > 0 && t('earned', { earned })}{' '}
      {counted >= REFERRALS_A_YEAR && t('full', { most: REFERRALS_A_YEAR })}
    </Text>
  )
}

/** State of the invitation by which the person came. */
function Joined({ joined }: Pick<Referrals, 'joined'>) {
  const t = useTexts()
  if (joined === null) return null
  const { state, due_at: due, credits } = joined
  if (state === 'waiting') {
    return (
      <Text mt="md">
        {due === null
          ? t('joined.unpaid', { credits: REFERRAL_CREDITS, days: REFERRAL_DAYS })
          : t('joined.due', { credits: REFERRAL_CREDITS, day: formatDay(due) })}
      </Text>
    )
  }
  if (state === 'granted')
    return credits > 0 && <Text mt="md">{t('joined.granted', { credits })}</Text>
  return (
    <Text mt="md">
      {t(state === 'refused' ? 'joined.refused' : 'joined.takenBack')}{' '}
      <Link to={paths.support.link()}>{t('support')}</Link>
    </Text>
  )
}
