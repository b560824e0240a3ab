import {
  MantineContext,
  MantineProvider,
  type MantineProviderProps,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { cssVariablesResolver } from './theme.ts'

interface ThemeProviderProps extends Required<
  Pick<MantineProviderProps, 'theme' | 'colorSchemeManager'>
> {
  darkMode: boolean
  children: ReactNode
}

const schemeOf = (darkMode: boolean) => (darkMode ? 'dark' : 'light')
const rootElement = (): HTMLElement => document.documentElement

/** Works out the theme's CSS variables and writes them into the page. */
function FullProvider({ darkMode, ...props }: ThemeProviderProps) {
  return (
    <MantineProvider
      {...props}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme={schemeOf(darkMode)}
      // No page uses `hiddenFrom` and `visibleFrom`.
      withGlobalClasses={false}
    />
  )
}

/** The variables that the server wrote, if any. */
const readVariables = (): string =>
  document.querySelector('style[data-mantine-styles]')?.innerHTML ?? ''

/** What `FullProvider` renders, without the code that works the variables out: they are in the page already. */
function BrowserProvider({ theme, colorSchemeManager, darkMode, children }: ThemeProviderProps) {
  const scheme = useProviderColorScheme({
    manager: colorSchemeManager,
    defaultColorScheme: schemeOf(darkMode),
    forceColorScheme: undefined,
    getRootElement: rootElement,
  })
  // The page may be built again, so they are kept.
  const [variables] = useState(readVariables)
  useEffect(() => rootElement().setAttribute('data-respect-reduced-motion', 'true'), [])
  return (
    <MantineContext
      value={{
        ...scheme,
        getRootElement: rootElement,
        classNamesPrefix: 'mantine',
        cssVariablesSelector: ':root',
        withStaticClasses: true,
      }}
    >
      <MantineThemeProvider theme={theme}>
        <style data-mantine-styles dangerouslySetInnerHTML={{ __html: variables }} />
        {children}
      </MantineThemeProvider>
    </MantineContext>
  )
}

/** Mantine's theme; on the server all of it, in the browser what is left to do there (5 kB less). */
export const ThemeProvider = import.meta.env.SSR ? FullProvider : BrowserProvider
