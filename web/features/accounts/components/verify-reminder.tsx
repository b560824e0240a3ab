import { Alert, Group, Text } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { ResendButton } from './resend-button.tsx'

/** For people who have not confirmed their address yet: they cannot make pictures. */
export function VerifyReminder({ email }: { email: string }) {
  return (
    <Alert color="yellow" icon={<IconMail />} title="Confirm your email address">
      <Group justify="space-between">
        <Text>
          We have sent a link to {email}. Your free credits and the first picture wait for it.
        </Text>
        <ResendButton email={email} />
      </Group>
    </Alert>
  )
}
