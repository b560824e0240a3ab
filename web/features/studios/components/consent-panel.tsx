import { Button, CopyButton, Group, Stack, Text, TextInput, Title } from '@mantine/core'
import type { LoraTraining } from '#contract/lora-trainings.ts'
import { useConsentLink } from '../api/use-consent-link.ts'
import { canStart, formatDay } from '../lib/look.ts'
import { useTexts } from '../texts.ts'

/** Asks the person in the photos, and shows how they answered; nothing for photos of nobody else. */
export function ConsentPanel({ studio }: { studio: LoraTraining }) {
  const t = useTexts()
  const { make, revoke } = useConsentLink(studio.id)
  const { answer, subject, expires_at: end } = studio.consent
  if (subject !== 'other' || (answer === null && !canStart(studio))) return null
  const canAsk = answer !== 'agreed' && answer !== 'declined'
  const url = make.data && answer === 'open' ? new URL(make.data.url, window.location.href) : null
  return (
    <section aria-labelledby="consent">
      <Title order={2} fz="lg" id="consent" mb="xs">
        {t('ask.title')}
      </Title>
      <Stack gap="sm" align="flex-start">
        <Text role="status">
          {t(`ask.${answer ?? 'stated'}`, { day: end === null ? '' : formatDay(end) })}
        </Text>
        {url && (
          <Group gap={8} align="end" wrap="nowrap" w="100%">
            <TextInput
              flex={1}
              label={t('ask.link')}
              description={t('ask.once')}
              value={url.href}
              readOnly
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <CopyButton value={url.href}>
              {({ copied, copy }) => (
                <Button onClick={copy}>{t(copied ? 'ask.copied' : 'ask.copy')}</Button>
              )}
            </CopyButton>
          </Group>
        )}
        {canAsk && (
          <Group gap="sm">
            <Button variant="default" loading={make.isPending} onClick={() => make.mutate()}>
              {t(answer === 'open' ? 'ask.renew' : 'ask.make')}
            </Button>
            {answer === 'open' && (
              <Button
                variant="default"
                c="red"
                loading={revoke.isPending}
                onClick={() => revoke.mutate()}
              >
                {t('ask.revoke')}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </section>
  )
}
