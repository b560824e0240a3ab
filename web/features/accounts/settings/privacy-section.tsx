import { Button, Text, Title } from '@mantine/core'
import { useDialogs } from '#web/lib/dialogs.ts'
import { asksForPrivacy, useSite } from '#web/lib/site.ts'
import { useTexts } from './texts.ts'

/** The way back to what this browser may tell others, where there is anything to choose. */
export function PrivacySection() {
  const t = useTexts()
  const { site } = useSite()
  const { show } = useDialogs()
  if (!asksForPrivacy(site)) return null
  return (
    <section aria-labelledby="privacy">
      <Title order={2} fz="lg" id="privacy" mb="xs">
        {t('privacySection.privacy')}
      </Title>
      <Text mb="sm">{t('privacySection.text')}</Text>
      <Button variant="default" size="md" onClick={() => show('privacy')}>
        {t('privacySection.change')}
      </Button>
    </section>
  )
}
