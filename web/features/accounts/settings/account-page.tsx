import { Stack, Title } from '@mantine/core'
import { AccountData } from './account-data.tsx'
import { ConsentsSection } from './consents-section.tsx'
import { EmailSection } from './email-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { useTexts } from './texts.ts'

/** Email, password, devices and data of the person. */
export function AccountPage() {
  const t = useTexts()
  return (
    <Stack gap={40}>
      <Title order={1}>{t('accountPage.accountAndSecurity')}</Title>
      <EmailSection />
      <PasswordSection />
      <LanguageSection />
      <SessionsSection />
      <ConsentsSection />
      <PrivacySection />
      <AccountData />
    </Stack>
  )
}
