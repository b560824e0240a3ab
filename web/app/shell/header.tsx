import { Badge, Burger, Button, Group, UnstyledButton } from '@mantine/core'
import { Link, NavLink } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useDialogs } from '#web/lib/dialogs.ts'
import { formatCredits } from '#web/lib/format.ts'
import { useSession } from '#web/lib/session.ts'
import { useSite } from '#web/lib/site.ts'
import { useDeferred } from '#web/lib/use-deferred.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import { AccountButton } from './account-button.tsx'
import { ColorSchemeSwitch } from './color-scheme-switch.tsx'
import classes from './header.module.css'
import { Logo } from './logo.tsx'
import { NavigationMenu } from './navigation-menu.tsx'
import { useFirstPage } from './use-first-page.ts'
import { useMainLinks } from './use-main-links.ts'
import { useOpenOnPage } from './use-open-on-page.ts'
import { useTexts } from './texts.ts'

const loadBell = () => import('./bell.tsx').then(({ Bell }) => Bell)

/** 70 px at the top of every page; below 600 px its items move into a drawer. */
export function Header() {
  const t = useTexts()
  const { brand, site, has } = useSite()
  const { me, isLoggedIn, isPaid, canBuy } = useSession()
  const mainLinks = useMainLinks()
  const firstPage = useFirstPage()
  const { show } = useDialogs()
  const [isDrawerOpen, setDrawerOpen] = useOpenOnPage()
  const [Drawer, askForDrawer] = useDeferred(() =>
    import('./navigation-drawer.tsx').then(({ NavigationDrawer }) => NavigationDrawer),
  )

  return (
    <header className={classes.header}>
      <Link
        to={isLoggedIn ? site.defaultLoggedInLanding : paths.home.link()}
        className={classes.logo}
      >
        <Logo name={brand.name} src={brand.logo} />
      </Link>

      <nav className={classes.links} aria-label={t('header.label')}>
        {mainLinks.map(({ label, to, isNew }) => (
          <NavLink key={to} to={to} className={classes.link}>
            {label}
            {isNew && (
              <Badge size="xs" ms={6}>
                {t('menu.new')}
              </Badge>
            )}
          </NavLink>
        ))}
        {site.defaultNavbarLinks.map((group) => (
          <NavigationMenu key={group.label} group={group} />
        ))}
      </nav>

      <Group gap="xs" wrap="nowrap" className={classes.account}>
        {isLoggedIn && me ? (
          <>
            <UnstyledButton
              component={Link}
              to={(canBuy ? paths.pricing : paths.dashboard).link()}
              className={`${classes.credits} tabular`}
            >
              {formatCredits(me.credits)}
            </UnstyledButton>
            {!isPaid && canBuy && has('text_to_image') && (
              <Button component={Link} to={paths.pricing.link()} size="sm" className={classes.wide}>
                {t('menu.upgrade')}
              </Button>
            )}
            <Deferred load={loadBell} props={{}} fallback={<span className={classes.bell} />} />
            <Group gap="xs" wrap="nowrap" className={classes.wide}>
              <ColorSchemeSwitch />
              <AccountButton me={me} />
            </Group>
          </>
        ) : (
          <>
            <ColorSchemeSwitch className={classes.wide} />
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              className={classes.wide}
              onClick={() => show('login')}
            >
              {t('menu.logIn')}
            </Button>
            <Button component={Link} to={paths.register.link({ nextUrl: firstPage })} size="sm">
              {t('menu.signUp')}
            </Button>
          </>
        )}
        <Burger
          className={classes.burger}
          opened={isDrawerOpen}
          onPointerEnter={() => void askForDrawer()}
          onClick={() => {
            void askForDrawer()
            setDrawerOpen(!isDrawerOpen)
          }}
          aria-label={t('menu.open')}
          aria-expanded={isDrawerOpen}
        />
      </Group>
      {Drawer && <Drawer opened={isDrawerOpen} onClose={() => setDrawerOpen(false)} />}
    </header>
  )
}
