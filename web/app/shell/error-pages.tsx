import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Link, useLocation, useRouteLoaderData } from 'react-router'
import { paths } from '#contract/paths.ts'
import { reportError } from '#web/lib/errors.ts'
import { DEFAULT_LANGUAGE, inLanguage, type Language } from '#web/lib/language.ts'
import { pageTitle } from '#web/lib/page-meta.ts'
import type { RootData } from '#web/lib/site.ts'
import { Page } from '#web/ui/page.tsx'
import classes from './error-pages.module.css'
import { Logo } from './logo.tsx'
import { textsIn, useTexts } from './texts.ts'

/** An address that no page has: what answers there can search (routes/not-found.tsx). */
const SEARCH = '/404'

/** Of pages without a `meta` of their own; the brand is not known where the shell itself has failed. */
function ErrorTitle({ title }: { title: string }) {
  const root = useRouteLoaderData<RootData>('root')
  return <title>{pageTitle(title, root?.brand.name)}</title>
}

/** @param props.children ways on, above the one to the home page */
export function NotFoundPage({ children }: { children?: ReactNode }) {
  const t = useTexts()
  return (
    <Page width="text">
      <ErrorTitle title={t('errorPages.pageNotFound')} />
      <Title order={1}>{t('errorPages.notFound')}</Title>
      <Text mt="md" size="md">
        {t('errorPages.notFoundText')}
      </Text>
      {children}
      <Group mt="lg">
        <Button component={Link} to={paths.home.link()}>
          {t('errorPages.home')}
        </Button>
      </Group>
    </Page>
  )
}

/** For errors of one page, inside the shell. */
export function PageError({ error }: { error: unknown }) {
  const t = useTexts()
  const isMissing = isRouteErrorResponse(error) && error.status === 404
  useEffect(() => {
    if (!isMissing) reportError(error)
  }, [error, isMissing])
  if (isMissing) {
    return (
      <NotFoundPage>
        <Text mt="md" size="md">
          <Anchor component={Link} to={SEARCH}>
            {t('errorPages.search')}
          </Anchor>
        </Text>
      </NotFoundPage>
    )
  }
  return (
    <Page width="text">
      <ErrorTitle title={t('errorPages.error')} />
      <Title order={1}>{t('errorPages.failed')}</Title>
      <Text mt="md" size="md">
        {t('errorPages.failedText')}
      </Text>
      <Group mt="lg">
        <Button onClick={() => window.location.reload()}>{t('errorPages.tryAgain')}</Button>
        <Button component={Link} to={paths.home.link()} variant="default" reloadDocument>
          {t('errorPages.home')}
        </Button>
      </Group>
    </Page>
  )
}

/** What is known where not even the shell could be loaded. */
export interface FatalData {
  /** Its name. */
  site: string
  language: Language
}

/** For errors of the shell itself: plain elements, as nothing else can be relied on. */
export function FatalErrorPage({ error }: { error: unknown }) {
  // The brand is known where only a part of the shell has failed.
  const root = useRouteLoaderData<RootData>('root')
  const known = (error as { data?: FatalData } | null)?.data
  const language = root?.language ?? known?.language ?? DEFAULT_LANGUAGE
  const t = textsIn(language)
  const name = root?.brand.name ?? known?.site
  const { pathname, search } = useLocation()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    // Without the shell's data the document itself is said to be in English.
    <main className={classes.fatal} lang={language}>
      <title>
        {pageTitle(missing ? t('errorPages.pageNotFound') : t('errorPages.error'), name)}
      </title>
      <Logo name={name ?? ''} src={root?.brand.logo} />
      <h1>{missing ? t('errorPages.notFound') : t('errorPages.fatal')}</h1>
      <p>{t('errorPages.fatalText')}</p>
      <p>
        <Link to={`${pathname}${search}`} reloadDocument className={classes.again}>
          {t('errorPages.tryAgain')}
        </Link>
        <a href={inLanguage(paths.home.link(), language)}>{t('errorPages.home')}</a>
      </p>
    </main>
  )
}
