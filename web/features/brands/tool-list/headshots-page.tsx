import { Alert, Button, Group, List, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { Page } from '#web/ui/page.tsx'
import { useTexts } from './texts.ts'

/** The headshot brand's landing page, as long as headshots are being built. */
export function HeadshotsPage() {
  const t = useTexts()
  const { isLoggedIn } = useSession()
  return (
    <Page width="text">
      <Title order={1}>{t('headshotsPage.professionalHeadshots')}</Title>
      <Text size="md" mt="md">
        {t('headshotsPage.portraitsForWorkMadeFrom')}
      </Text>
      <Alert mt="lg" color="yellow" title={t('headshotsPage.notAvailableYet')}>
        {t('headshotsPage.notYetText')}
      </Alert>
      <Title order={2} fz="lg" mt="xl">
        {t('headshotsPage.howItWillWork')}
      </Title>
      <List type="ordered" mt="sm" spacing="xs">
        <List.Item>{t('headshotsPage.step1')}</List.Item>
        <List.Item>{t('headshotsPage.step2')}</List.Item>
        <List.Item>{t('headshotsPage.step3')}</List.Item>
      </List>
      <Group mt="xl">
        {isLoggedIn ? (
          <Button component={Link} to={paths.dashboard.link()}>
            {t('headshotsPage.goToYourDashboard')}
          </Button>
        ) : (
          <Button component={Link} to={paths.register.link()}>
            {t('headshotsPage.createAnAccount')}
          </Button>
        )}
        <Button component={Link} to={paths.pricing.link()} variant="default">
          {t('headshotsPage.pricing')}
        </Button>
      </Group>
    </Page>
  )
}
