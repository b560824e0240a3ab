import { useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { NavigationType, useLocation, useMatches, useNavigationType } from 'react-router'
import { paths } from '#contract/paths.ts'
import { readCookie } from '#web/lib/cookies.ts'
import { DARK_MODE_COOKIE } from '#web/lib/color-scheme.ts'
import { telemetry } from '#web/lib/telemetry.ts'
import { useRootData } from '#web/lib/site.ts'
import { focusPage, followsAct } from '#web/lib/take-focus.ts'
import { useUiState } from '#web/lib/ui-state.ts'
import { Deferred } from '#web/ui/deferred.tsx'
import classes from './app-shell.module.css'
import { CreditsBanner } from './credits-banner.tsx'
import { Dialogs } from './dialogs.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { Background } from './background.tsx'
import { MaintenanceBanner } from './maintenance-banner.tsx'
import { OfflineBar } from './offline-bar.tsx'
import { RouteProgress } from './route-progress.tsx'
import { useTexts } from './texts.ts'

const loadNotices = () => import('./page-notices.tsx').then(({ PageNotices }) => PageNotices)

/** What a route may ask of the shell: `export const handle: RouteHandle = { frame: 'tool' }`. */
export interface RouteHandle {
  /** A tool fills the window below the header and has no footer. */
  frame?: 'tool'
}

/** Takes over the interface state of earlier visits once the first render is done. */
function useRestoredUiState(): void {
  const { setColorScheme } = useMantineColorScheme()
  useEffect(() => {
    const restore = async () => {
      await useUiState.persist.rehydrate()
      const { darkMode, setDarkMode } = useUiState.getState()
      const cookie = readCookie(DARK_MODE_COOKIE)
      if (cookie === null) setColorScheme(darkMode ? 'dark' : 'light')
      else setDarkMode(cookie !== 'false')
    }
    void restore()
  }, [setColorScheme])
}

/** Has the keyboard and the screen reader begin at the heading of a page that follows an act. */
function useFocusAfterAct(): void {
  const { state }: { state: unknown } = useLocation()
  const isOpened = useNavigationType() !== NavigationType.Pop
  useEffect(() => {
    if (isOpened && followsAct(state)) focusPage()
  }, [state, isOpened])
}

/** What is for operators has nothing of the site for customers around it. */
const CONSOLE = [paths.adminOverview.pattern, paths.setup.pattern]

/** Everything around a page: banners, header, footer, dialogs and what runs in the background. */
export function AppShell({ children }: { children: ReactNode }) {
  const t = useTexts()
  const { pathname } = useLocation()
  const { languageOffers, me } = useRootData()
  const isTool = useMatches().some(({ handle }) => (handle as RouteHandle | null)?.frame === 'tool')
  const isConsole = CONSOLE.some((page) => pathname === page || pathname.startsWith(`${page}/`))
  useRestoredUiState()
  useFocusAfterAct()
  useEffect(() => telemetry.pageView(pathname), [pathname])

  return (
    <div className={classes.shell} data-tool={isTool || undefined}>
      <a className={classes.skip} href="#content">
        {t('appShell.skip')}
      </a>
      <Deferred load={loadNotices} props={{ me, languageOffers }} />
      <MaintenanceBanner />
      <Header />
      <OfflineBar />
      {!isConsole && <CreditsBanner />}
      <main id="content" tabIndex={-1} className={classes.main}>
        <RouteProgress />
        {children}
      </main>
      {!isTool && !isConsole && <Footer />}
      <Dialogs />
      <Background />
    </div>
  )
}
