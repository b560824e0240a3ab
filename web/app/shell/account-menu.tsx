import { Menu, Text, UnstyledButton } from '@mantine/core'
import {
  IconCoins,
  IconLayoutDashboard,
  IconLogout,
  IconMessageCircle,
  IconPhoto,
  IconShieldCheck,
  IconUserCog,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import type { Me } from '#contract/users.ts'
import { paths } from '#contract/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { AccountAvatar } from './account-avatar.tsx'
import { focusOf, type TakenOver } from '#web/ui/deferred-menu.tsx'
import { useLogout } from './use-logout.ts'
import classes from './header.module.css'
import { useOpenOnPage } from './use-open-on-page.ts'
import { useTexts } from './texts.ts'

/** Behind the person's initial: Dashboard, Buy Credits, Logout. */
export function AccountMenu({ me, startsOpen, startsFocused }: { me: Me } & TakenOver) {
  const t = useTexts()
  const [isOpen, setOpen] = useOpenOnPage(startsOpen)
  const logout = useLogout()
  const { canBuy } = useSession()

  return (
    <Menu opened={isOpen} onChange={setOpen} position="bottom-end" width={220}>
      <Menu.Target>
        <UnstyledButton
          aria-label={t('menu.yourAccount')}
          className={classes.avatar}
          ref={focusOf(startsFocused)}
        >
          <AccountAvatar me={me} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Text size="xs" c="dimmed" px="sm" py={6} truncate>
          {me.email}
        </Text>
        <Menu.Item
          component={Link}
          to={paths.dashboard.link()}
          leftSection={<IconLayoutDashboard size={18} />}
        >
          {t('menu.dashboard')}
        </Menu.Item>
        <Menu.Item component={Link} to={paths.library.link()} leftSection={<IconPhoto size={18} />}>
          {t('menu.library')}
        </Menu.Item>
        {canBuy && (
          <Menu.Item
            component={Link}
            to={paths.pricing.link()}
            leftSection={<IconCoins size={18} />}
          >
            {t('menu.buyCredits')}
          </Menu.Item>
        )}
        <Menu.Item
          component={Link}
          to={paths.account.link()}
          leftSection={<IconUserCog size={18} />}
        >
          {t('menu.account')}
        </Menu.Item>
        <Menu.Item
          component={Link}
          to={paths.support.link()}
          leftSection={<IconMessageCircle size={18} />}
        >
          {t('menu.support')}
        </Menu.Item>
        {(me.is_admin || me.is_staff) && (
          <Menu.Item
            component={Link}
            to={(me.is_admin ? paths.adminOverview : paths.adminTickets).link()}
            leftSection={<IconShieldCheck size={18} />}
          >
            {t('menu.administration')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconLogout size={18} />} onClick={() => void logout()}>
          {t('menu.logOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
