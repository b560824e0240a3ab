import { Skeleton, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSite } from '#web/lib/site.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { AccountData } from './account-data.tsx'
import { ApiKeysSection } from './api-keys-section.tsx'
import { ConsentsSection } from './consents-section.tsx'
import { EmailSection } from './email-section.tsx'
import { LanguageSection } from './language-section.tsx'
import { PasswordSection } from './password-section.tsx'
import { PrivacySection } from './privacy-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { useTexts } from './texts.ts'

const loadProfile = () =>
  import('./profile-section.tsx').then(({ ProfileSection }) => ProfileSection)

/**
 * Name, email, password, devices and data of the person.
 * @param props.mails which mails they want
 * @param props.invite their link to invite others
 */
export function AccountPage({ mails, invite }: { mails: ReactNode; invite: ReactNode }) {
  const t = useTexts()
  const { has } = useSite()
  const showsImages = has('explore_images')
  return (
    <Stack gap={40}>
      <Title order={1}>{t('accountPage.accountAndSecurity')}</Title>
      {(showsImages || has('explore_models')) && (
        <Deferred load={loadProfile} props={{ showsImages }} fallback={<Skeleton h={360} />} />
      )}
      <EmailSection />
      <PasswordSection />
      <SecondFactorSection />
      <LanguageSection />
      {invite}
      {mails}
      <SessionsSection />
      <ApiKeysSection />
      <ConsentsSection />
      <PrivacySection />
      <AccountData />
    </Stack>
  )
}
