import { Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { AdminFrame } from '../components/admin-frame.tsx'
import { AccountForm } from './account-form.tsx'
import { SetupSteps } from './setup-steps.tsx'

/**
 * @param props.token of the printed link, while there is no administrator; null: an administrator goes on
 * @param props.secondFactor sets an authenticator app up
 */
export function SetupPage({
  token,
  secondFactor,
}: {
  token: string | null
  secondFactor: ReactNode
}) {
  if (token === null)
    return (
      <AdminFrame title="Set up this site">
        <SetupSteps secondFactor={secondFactor} />
      </AdminFrame>
    )
  return (
    <NarrowPage>
      <Title order={1} fz="xl" mb="md">
        Set up this site
      </Title>
      <Text mb="md">
        Start with your own account, which manages the site. You can skip the other steps and come
        back to them.
      </Text>
      <AccountForm token={token} />
    </NarrowPage>
  )
}
