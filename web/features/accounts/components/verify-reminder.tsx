import { Alert, Group, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { ResendButton } from '../resend/resend-button.tsx'
import { useTexts } from '../texts.ts'

/** For people who have not confirmed their address yet: they cannot make pictures. */
export function VerifyReminder({ email }: { email: string }) {
  const t = useTexts()
  return (
    <Alert color="gray" icon={<IconMail />} title={t('verifyReminder.verifyYourEmail')}>
      <Group justify="space-between">
        <Text>{t('verifyReminder.hint', { email })}</Text>
        <ResendButton email={email} />
      </Group>
    </Alert>
  )
}
