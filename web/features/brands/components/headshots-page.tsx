import { Alert, Button, Group, List, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'

/** The headshot brand's landing page, as long as headshots are being built. */
export function HeadshotsPage() {
  const { isLoggedIn } = useSession()
  return (
    <Page width="text">
      <Title order={1}>Professional headshots</Title>
      <Text size="md" mt="md">
        Portraits for work, made from everyday photos of you.
      </Text>
      <Alert mt="lg" color="yellow" title="Not available yet">
        Making headshots is being built. You can open an account and look at the prices; nothing is
        charged for headshots until they can be made.
      </Alert>
      <Title order={2} fz="lg" mt="xl">
        How it will work
      </Title>
      <List type="ordered" mt="sm" spacing="xs">
        <List.Item>
          Upload four to twenty photos of yourself. A coach tells you which ones help.
        </List.Item>
        <List.Item>Choose clothes and backgrounds, and see the price.</List.Item>
        <List.Item>Get your set, and delete your photos with one click.</List.Item>
      </List>
      <Group mt="xl">
        {isLoggedIn ? (
          <Button component={Link} to={paths.dashboard.link()}>
            Go to your dashboard
          </Button>
        ) : (
          <Button component={Link} to={paths.register.link()}>
            Create an account
          </Button>
        )}
        <Button component={Link} to={paths.pricing.link()} variant="default">
          See the prices
        </Button>
      </Group>
    </Page>
  )
}
