import { Skeleton, Switch, Text, Title } from '@mantine/core'
import { ErrorState } from '#web/ui/states.tsx'
import { useChooseMails, useMails } from '../lib/use-mails.ts'

/** Which mails come. Those about payments always do. */
export function MailChoice() {
  const mails = useMails()
  const choose = useChooseMails()
  return (
    <section aria-labelledby="mails">
      <Title order={2} fz="lg" id="mails" mb="xs">
        Emails
      </Title>
      <Text c="dimmed" mb="md">
        Receipts, and news of payments and of your plan, always come.
      </Text>
      {mails.isError && !mails.data && (
        <ErrorState what="Your choice could not be loaded." onRetry={() => void mails.refetch()} />
      )}
      {!mails.data && !mails.isError && <Skeleton height={28} width={320} />}
      {mails.data && (
        <Switch
          label="Tell me when few credits are left, once a month at most"
          checked={mails.data.low_credits}
          disabled={choose.isPending}
          onChange={({ currentTarget }) => choose.mutate({ low_credits: currentTarget.checked })}
        />
      )}
    </section>
  )
}
