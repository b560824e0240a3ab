import { Anchor, Button, Container, Group, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Link, useRouteLoaderData } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { reportError } from '#web/lib/errors.ts'
import { pageTitle } from '#web/lib/page-meta.ts'
import type { RootData } from '#web/lib/site.ts'
import classes from './error-pages.module.css'
import { useTexts } from './texts.ts'

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
    <Container size="sm" className={classes.page}>
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
    </Container>
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
    <Container size="sm" className={classes.page}>
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
    </Container>
  )
}

/** For errors of the shell itself: plain elements, as nothing else can be relied on. */
export function FatalErrorPage({ error }: { error: unknown }) {
  const t = useTexts()
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className={classes.fatal}>
      <ErrorTitle title={missing ? t('errorPages.pageNotFound') : t('errorPages.error')} />
      <h1>{missing ? t('errorPages.notFound') : t('errorPages.fatal')}</h1>
      <p>{t('errorPages.fatalText')}</p>
      <p>
        <a href={paths.home.link()}>{t('errorPages.home')}</a>
      </p>
    </main>
  )
}
