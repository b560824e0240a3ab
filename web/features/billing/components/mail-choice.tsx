import { Skeleton, Switch, Text, Title } from '@mantine/core'
import { ErrorState } from '#web/ui/states.tsx'
import { useChooseMails, useMails } from '../lib/use-mails.ts'
import { useTexts } from '../texts.ts'

/** Which mails come. Those about payments always do. */
export function MailChoice() {
  const t = useTexts()
  const mails = useMails()
  const choose = useChooseMails()
  return (
    <section aria-labelledby="mails">
      <Title order={2} fz="lg" id="mails" mb="xs">
        {t('mailChoice.emails')}
      </Title>
      <Text c="dimmed" mb="md">
        {t('mailChoice.hint')}
      </Text>
      {mails.isError && !mails.data && (
        <ErrorState what={t('mailChoice.loadFailed')} onRetry={() => void mails.refetch()} />
      )}
      {!mails.data && !mails.isError && <Skeleton height={28} width={320} />}
      {mails.data && (
        <Switch
          label={t('mailChoice.lowCredits')}
          checked={mails.data.low_credits}
          disabled={choose.isPending}
          onChange={({ currentTarget }) => choose.mutate({ low_credits: currentTarget.checked })}
        />
      )}
    </section>
  )
}
