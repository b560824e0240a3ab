import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useTexts } from '../texts.ts'
import { NewWebhook } from './new-webhook.tsx'
import { WebhookList } from './webhook-list.tsx'

/** Addresses of one's own programs that hear of what has ended. */
export function Webhooks() {
  const t = useTexts()
  return (
    <section aria-labelledby="webhooks">
      <Title order={2} fz="lg" mb="xs" id="webhooks">
        {t('title')}
      </Title>
      <Text c="dimmed" mb="md">
        {t.rich('intro', { spec: <Anchor href="https://www.standardwebhooks.com/" /> })}
      </Text>
      <Stack>
        <NewWebhook />
        <WebhookList />
      </Stack>
    </section>
  )
}
