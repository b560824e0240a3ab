import { Badge, Button, Drawer, Group, NavLink, Stack, Text } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useFirstPage } from './use-first-page.ts'
import { useLogout } from './use-logout.ts'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import { useMainLinks } from './use-main-links.ts'
import { useTexts } from './texts.ts'

/** The header's items on narrow screens. */
export function NavigationDrawer({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const t = useTexts()
  const { site, has } = useSite()
  const { me, isLoggedIn, isPaid, canBuy } = useSession()
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
      rightSection={isNew ? <Badge size="xs">{t('menu.new')}</Badge> : undefined}
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
      title={t('menu.title')}
      position="right"
      size="min(100%, 320px)"
      closeButtonProps={{ 'aria-label': t('menu.close') }}
    >
      <nav aria-label={t('menu.label')}>
        {item(t('menu.pricing'), paths.pricing.link())}
        {mainLinks.map(({ label, to, isNew }) => item(label, to, isNew))}
        {groups}
        <Group justify="space-between" px="sm" mt="xs">
          <Text>{t('menu.colors')}</Text>
          <ColorSchemeSwitch />
        </Group>
        {isLoggedIn ? (
          <Stack gap={0} mt="md">
            {!isPaid &&
              canBuy &&
              has('text_to_image') &&
              item(t('menu.upgrade'), paths.pricing.link())}
            {item(t('menu.dashboard'), paths.dashboard.link())}
            {item(t('menu.library'), paths.library.link())}
            {canBuy && item(t('menu.buyCredits'), paths.pricing.link())}
            {item(t('menu.account'), paths.account.link())}
            {(me?.is_admin || me?.is_staff) &&
              item(
                t('menu.administration'),
                (me.is_admin ? paths.adminOverview : paths.adminTickets).link(),
              )}
            <NavLink
              component="button"
              label={t('menu.logOut')}
              py="sm"
              onClick={() => void logout()}
            />
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
              {t('menu.logIn')}
            </Button>
            <Button component={Link} to={paths.register.link({ nextUrl: firstPage })} size="md">
              {t('menu.signUp')}
            </Button>
          </Stack>
        )}
      </nav>
    </Drawer>
  )
}
