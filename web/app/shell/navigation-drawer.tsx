import { Badge, Button, Drawer, Group, NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useFirstPage } from './use-first-page.ts'
import { useLogout } from './use-logout.ts'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { useMainLinks } from './use-main-links.ts'

/** The header's items on narrow screens. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { site, has } = useSite()
  const { me, isLoggedIn, isPaid } = useSession()
  const { pathname } = useLocation()
  const mainLinks = useMainLinks()
  const firstPage = useFirstPage()
  const logout = useLogout()
  const { show } = useDialogs()

  const item = (label: string, to: string, isNew = false) => (
    <NavLink
      key={`${label} ${to}`}
      component={Link}
      to={to}
      label={label}
      active={pathname === to}
      rightSection={isNew ? <Badge size="xs">New</Badge> : undefined}
      py="sm"
    />
  )
  const groups = site.defaultNavbarLinks.map((group) =>
    group.links?.length ? (
      <Stack key={group.label} gap={0}>
        <Text size="xs" c="dimmed" px="sm" pt="sm">
          {group.label}
        </Text>
        {group.links.map(({ label, link }) => item(label, link))}
      </Stack>
    ) : (
      item(group.label, group.link)
    ),
  )

  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title="Authentication"
      position="right"
      size="min(100%, 320px)"
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
    >
      <nav aria-label="Menu">
        {item('Pricing', paths.pricing.link())}
        {mainLinks.map(({ label, to, isNew }) => item(label, to, isNew))}
        {groups}
        <Group justify="space-between" px="sm" mt="xs">
          <Text>Colours</Text>
          <ColorSchemeSwitch />
        </Group>
        {isLoggedIn ? (
          <Stack gap={0} mt="md">
            {!isPaid && has('text_to_image') && item('Upgrade', paths.pricing.link())}
            {item('Dashboard', paths.dashboard.link())}
            {item('Buy Credits', paths.pricing.link())}
            {item('Account', paths.account.link())}
            {me?.is_admin && item('Administration', paths.adminReconciliation.link())}
            {me?.is_staff && !me.is_admin && item('Images to review', paths.adminReviews.link())}
            <NavLink component="button" label="Logout" py="sm" onClick={() => void logout()} />
          </Stack>
        ) : (
          <Stack gap="xs" mt="lg">
            <Button
              variant="default"
              size="md"
              onClick={() => {
                onClose()
                show('login')
              }}
            >
              Login
            </Button>
            <Button component={Link} to={paths.register.link({ nextUrl: firstPage })} size="md">
              Sign Up
            </Button>
          </Stack>
        )}
      </nav>
    </Drawer>
  )
}
