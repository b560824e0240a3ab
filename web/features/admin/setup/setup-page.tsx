import { Text, Title } from '@mantine/core'
import { useLanguage } from '#web/lib/texts.ts'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { AdminFrame } from '../components/admin-frame.tsx'
import { AccountForm } from './account-form.tsx'
import { SetupSteps } from './setup-steps.tsx'
import type { StepProps } from './step-props.ts'
import { useTexts } from './texts.ts'

/**
 * @param props.token of the printed link, while there is no administrator; null: an administrator goes on
 * @param props.renderSecondFactor sets an authenticator app up
 */
export function SetupPage({
  token,
  renderSecondFactor,
}: {
  token: string | null
  renderSecondFactor: StepProps['renderSecondFactor']
}) {
  const t = useTexts()
  const language = useLanguage()
  if (token === null)
    return (
      <AdminFrame title={t('title')} language={language}>
        <SetupSteps renderSecondFactor={renderSecondFactor} />
      </AdminFrame>
    )
  return (
    <NarrowPage>
      <Title order={1} fz="xl" mb="md">
        {t('title')}
      </Title>
      <Text mb="md">{t('intro')}</Text>
      <AccountForm token={token} />
    </NarrowPage>
  )
}
