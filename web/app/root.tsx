import 'virtual:mantine-styles.css'
import '@fontsource/lato/latin-400.css'
import '@fontsource/lato/latin-700.css'
import '@fontsource/lato/latin-900.css'
import '#web/ui/fonts.css'
import '#web/ui/global.css'
import '#web/ui/forced-colors.css'
import regularFont from '@fontsource/lato/files/lato-latin-400-normal.woff2?url'
import boldFont from '@fontsource/lato/files/lato-latin-700-normal.woff2?url'
import { mantineHtmlProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { data, Links, Meta, Outlet, ScrollRestoration, useRouteLoaderData } from 'react-router'
import type { Me } from '#contract/users.ts'
import { type Brand, iconOf } from '#brands/index.ts'
import { api, ApiError } from '#web/lib/api.ts'
import { darkModeOf } from '#web/lib/color-scheme.ts'
import {
  brandContext,
  languageContext,
  meContext,
  serverRequestContext,
  type ServerRequest,
} from '#web/lib/server-context.ts'
import { DEFAULT_LANGUAGE, type Language } from '#web/lib/language.ts'
import { languageOffer } from '#web/lib/language-offer.ts'
import type { RootData } from '#web/lib/site.ts'
import type { Route } from './+types/root.ts'
import { alternatesOf, redirectToLanguage } from './choose-language.ts'
import { Alternates } from './shell/alternates.tsx'
import { Providers } from './providers.tsx'
import { runInLanguage } from './run-in-language.server.ts'
import { AppShell } from './shell/app-shell.tsx'
import { type FatalData, FatalErrorPage } from './shell/error-pages.tsx'
import { LateScripts } from './shell/late-scripts.tsx'
import { LoadFailed } from './shell/load-failed.tsx'
import { readBrand } from './read-brand.server.ts'
import { PlaceScript } from './shell/place-script.tsx'
import { RecoverScript } from './shell/recover-script.tsx'

/** What languages are called in themselves. */
const NAMES: Record<Language, string> = { en: 'English', es: 'Español' }

/** The person behind a page request; a session that has ended is as good as none. */
async function readAsker(request: ServerRequest): Promise<Me | null> {
  if (!request.hasToken) return null
  try {
    return await request.call(api.users.me, {})
  } catch (error) {
    if (error instanceof ApiError && (error.status === 401 || error.code === 'account_banned'))
      return null
    throw error
  }
}

/** A failure of the shell, which is then shown in the brand; anything else stays as it is. */
const inBrand = (error: unknown, { name }: Brand, language: Language): unknown =>
  error instanceof ApiError && error.status >= 500
    ? data({ site: name, language } satisfies FatalData, { status: error.status })
    : error

export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, context }, next) => {
    const asked = context.get(serverRequestContext)
    context.set(brandContext, readBrand(request.headers.get('host') ?? '', asked.language))
    context.set(languageContext, asked.language)
    context.set(
      meContext,
      await readAsker(asked).catch((error: unknown) => {
        throw inBrand(error, context.get(brandContext), asked.language)
      }),
    )
    redirectToLanguage(request, context)
    return runInLanguage(asked.language, next)
  },
]

export async function loader({ request, context }: Route.LoaderArgs): Promise<RootData> {
  const language = context.get(languageContext)
  const { call } = context.get(serverRequestContext)
  const [site, capabilities] = await Promise.all([
    call(api.site.configuration, {}),
    call(api.capabilities.read, {}),
  ]).catch((error: unknown) => {
    throw inBrand(error, context.get(brandContext), language)
  })
  return {
    brand: context.get(brandContext),
    site,
    capabilities,
    me: context.get(meContext),
    darkMode: darkModeOf(request.headers.get('cookie')),
    language,
    languages: context
      .get(serverRequestContext)
      .languages.map((code) => [code, NAMES[code] ?? code]),
    languageOffers: context
      .get(serverRequestContext)
      .languages.filter((code) => code !== language)
      .map((code) => ({ code, text: runInLanguage(code, languageOffer) })),
    alternates: alternatesOf(request, context),
  }
}

/** The browser keeps what came with the first page; changes of the person come through the API. */
export const shouldRevalidate = (): boolean => false

/**
 * Asked for by the page itself; the browser renders them no second time. The weight of headings comes with the styles: nothing
 * moves when it does, and the first image has the line for itself.
 */
const fonts = import.meta.env.SSR
  ? [regularFont, boldFont].map(
      (href) =>
        ({
          rel: 'preload',
          href,
          as: 'font',
          type: 'font/woff2',
          crossOrigin: 'anonymous',
        }) as const,
    )
  : []

export const links: Route.LinksFunction = () => [
  ...fonts,
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<RootData>('root')
  const scheme = root?.darkMode === false ? 'light' : 'dark'
  const brand = root?.brand
  return (
    <html
      lang={root?.language ?? DEFAULT_LANGUAGE}
      {...mantineHtmlProps}
      data-mantine-color-scheme={scheme}
    >
      <head>
        <meta charSet="utf-8" />
        <RecoverScript />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={scheme === 'dark' ? '#0f0e13' : '#fbfafc'} />
        <Meta />
        {/* For crawlers: browsers need no code for it. React lets what the server has added to the head be. */}
        {import.meta.env.SSR && <Alternates />}
        {import.meta.env.SSR && root && <PlaceScript {...root} />}
        <Links />
        {brand && (
          <link
            rel="icon"
            href={brand.logo ?? `/icons/${brand.id}.svg`}
            type={brand.logo === undefined ? 'image/svg+xml' : 'image/png'}
          />
        )}
        {brand && <link rel="apple-touch-icon" href={iconOf(brand, '192')} />}
      </head>
      <body>
        <LoadFailed />
        {children}
        <ScrollRestoration />
        <LateScripts />
      </body>
    </html>
  )
}

export default function App({ loaderData }: Route.ComponentProps) {
  return (
    <Providers me={loaderData.me} brand={loaderData.brand} darkMode={loaderData.darkMode}>
      <AppShell>
        <Outlet />
      </AppShell>
    </Providers>
  )
}

/** Reached only when the shell itself cannot be shown. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <FatalErrorPage error={error} />
}
