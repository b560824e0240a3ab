import { Button, Group, Skeleton, Text, Title } from '@mantine/core'
import { askForConsent } from '#web/lib/consent-request.ts'
import { formatDay } from '#web/lib/format.ts'
import { Question } from '#web/ui/question.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { useTexts } from './texts.ts'
import { useConsents, useWithdrawConsent } from './use-consents.ts'

/** Whether faces may be compared: since when, and the way to withdraw it. */
export function ConsentsSection() {
  const t = useTexts()
  const { data, isError, refetch } = useConsents()
  const faces = data?.results.find(({ kind }) => kind === 'faces')
  return (
    <section aria-labelledby="account-consents">
      <Title order={2} fz="lg" mb="xs" id="account-consents">
        {t('consentsSection.title')}
      </Title>
      <Text c="dimmed" maw="68ch">
        {t('consentsSection.hint')}
      </Text>
      {isError && !data && (
        <ErrorState what={t('consentsSection.loadFailed')} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Skeleton height={64} mt="sm" />}
      {faces && (
        <>
          <Text my="sm" role="status">
            {faces.is_current && faces.given
              ? t('consentsSection.given', { day: formatDay(faces.given.given_at) })
              : t('consentsSection.notGiven')}
          </Text>
          <Group>{faces.is_current ? <Withdraw /> : <Decide />}</Group>
        </>
      )}
    </section>
  )
}

function Decide() {
  const t = useTexts()
  return (
    <Button variant="default" mih={44} onClick={() => void askForConsent()}>
      {t('consentsSection.read')}
    </Button>
  )
}

function Withdraw() {
  const t = useTexts()
  const { mutate, isPending } = useWithdrawConsent()
  return (
    <Question
      label={t('consentsSection.withdraw')}
      question={t('consentsSection.question')}
      no={t('consentsSection.keep')}
      yes={t('consentsSection.withdraw')}
      size="sm"
      isPending={isPending}
      onYes={(close) => mutate('faces', { onSettled: close })}
    >
      <Button variant="default" mih={44} loading={isPending}>
        {t('consentsSection.withdraw')}
      </Button>
    </Question>
  )
}
