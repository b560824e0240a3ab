import { Text, Title } from '@mantine/core'
import { NarrowPage } from '#web/ui/narrow-page.tsx'
import { AdminFrame } from '../components/admin-frame.tsx'
import { AccountForm } from './account-form.tsx'
import { SetupSteps } from './setup-steps.tsx'

/** @param props.token of the printed link, while there is no administrator; null: an administrator goes on */
export function SetupPage({ token }: { token: string | null }) {
  if (token === null)
    return (
      <AdminFrame title="Set up this site">
        <SetupSteps />
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
