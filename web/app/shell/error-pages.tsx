import { Button, Container, Group, Text, Title } from '@mantine/core'
import { isRouteErrorResponse, Link, useRouteLoaderData } from 'react-router'
import { paths } from '#web/app/paths.ts'
import { pageTitle } from '#web/lib/page-meta.ts'
import type { RootData } from '#web/lib/site.ts'
import classes from './error-pages.module.css'

/** Of pages without a `meta` of their own; the brand is not known where the shell itself has failed. */
function ErrorTitle({ title }: { title: string }) {
  const root = useRouteLoaderData<RootData>('root')
  return <title>{pageTitle(title, root?.brand.name)}</title>
}

export function NotFoundPage() {
  return (
    <Container size="sm" className={classes.page}>
      <ErrorTitle title="Page not found" />
      <Title order={1}>This page is not here</Title>
      <Text mt="md" size="md">
        The address may be wrong, or what it named was deleted or belongs to somebody else.
      </Text>
      <Group mt="lg">
        <Button component={Link} to={paths.home.link()}>
          Go to the start page
        </Button>
      </Group>
    </Container>
  )
}

/** For errors of one page, inside the shell. */
export function PageError({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundPage />
  return (
    <Container size="sm" className={classes.page}>
      <ErrorTitle title="Error" />
      <Title order={1}>This page could not be shown</Title>
      <Text mt="md" size="md">
        Something went wrong on our side. Nothing was charged. Try again; if it stays, come back in
        a few minutes.
      </Text>
      <Group mt="lg">
        <Button onClick={() => window.location.reload()}>Try again</Button>
        <Button component={Link} to={paths.home.link()} variant="default" reloadDocument>
          Go to the start page
        </Button>
      </Group>
    </Container>
  )
}

/** For errors of the shell itself: plain elements, as nothing else can be relied on. */
export function FatalErrorPage({ error }: { error: unknown }) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className={classes.fatal}>
      <ErrorTitle title={missing ? 'Page not found' : 'Error'} />
      <h1>{missing ? 'This page is not here' : 'The site cannot be shown at the moment'}</h1>
      <p>Nothing was charged. Try again in a few minutes.</p>
      <p>
        <a href={paths.home.link()}>Go to the start page</a>
      </p>
    </main>
  )
}
