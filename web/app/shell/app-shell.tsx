import { useMantineColorScheme } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useMatches } from 'react-router'
import { readCookie } from '#web/lib/cookies.ts'
import { DARK_MODE_COOKIE } from '#web/lib/color-scheme.ts'
import { telemetry } from '#web/lib/telemetry.ts'
import { useUiState } from '#web/lib/ui-state.ts'
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

/** Everything around a page: banners, header, footer, dialogs and what runs in the background. */
export function AppShell({ children }: { children: ReactNode }) {
  const t = useTexts()
  const { pathname } = useLocation()
  const isTool = useMatches().some(({ handle }) => (handle as RouteHandle | null)?.frame === 'tool')
  useRestoredUiState()
  useEffect(() => telemetry.pageView(pathname), [pathname])

  return (
    <div className={classes.shell} data-tool={isTool || undefined}>
      <a className={classes.skip} href="#content">
        {t('appShell.skip')}
      </a>
      <MaintenanceBanner />
      <Header />
      <OfflineBar />
      <CreditsBanner />
      <main id="content" tabIndex={-1} className={classes.main}>
        <RouteProgress />
        {children}
      </main>
      {!isTool && <Footer />}
      <Dialogs />
      <Background />
    </div>
  )
}
