import { Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { ErrorState } from '#web/ui/states.tsx'
import { useChooseMails, useMails } from '../lib/use-mails.ts'
import { useTexts } from '../texts.ts'

const CHOICES = [
  ['low_credits', 'mailChoice.lowCredits'],
  ['training_ready', 'mailChoice.trainingReady'],
  ['tips', 'mailChoice.tips'],
] as const

/** Which mails come. Those about payments always do. */
export function MailChoice() {
  const t = useTexts()
  const mails = useMails()
  const choose = useChooseMails()
  return (
    <section aria-labelledby="mail-choice">
      <Title order={2} fz="lg" id="mail-choice" mb="xs">
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
        <Stack>
          {CHOICES.map(([name, label]) => (
            <Switch
              key={name}
              label={t(label)}
              checked={mails.data[name]}
              disabled={choose.isPending}
              onChange={({ currentTarget }) => choose.mutate({ [name]: currentTarget.checked })}
            />
          ))}
        </Stack>
      )}
    </section>
  )
}
