import { Button, Text, TextInput, Title } from '@mantine/core'
import { Link } from 'react-router'
import type { ListedPage } from '../page-search.ts'
import classes from './page-search-view.module.css'
import { useTexts } from './texts.ts'

/** Of a search, in characters. */
export const LONGEST_SEARCH = 80

function PageList({ pages }: { pages: readonly ListedPage[] }) {
  return (
    <ul className={classes.pages}>
      {pages.map(({ title, link, text }) => (
        <li key={link}>
          <Link to={link}>
            <span className={classes.title}>{title}</span>
            {text !== '' && <span className={classes.text}>{text}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/**
 * Ways on from an address that does not exist.
 * @param props.query what was searched for; empty: nothing yet
 * @param props.near what the address may have meant
 */
export function PageSearchView({
  query,
  found,
  near,
}: {
  query: string
  found: readonly ListedPage[]
  near: readonly ListedPage[]
}) {
  const t = useTexts()
  return (
    <>
      {near.length > 0 && (
        <section className={classes.section}>
          <Title order={2} fz="lg">
            {t('notFound.near')}
          </Title>
          <PageList pages={near} />
        </section>
      )}
      {/* The browser's own: it asks this very address, with or without JavaScript. */}
      <form role="search" className={classes.form} noValidate>
        <TextInput
          type="search"
          name="q"
          label={t('notFound.label')}
          placeholder={t('notFound.placeholder')}
          defaultValue={query}
          maxLength={LONGEST_SEARCH}
          className={classes.field}
        />
        <Button type="submit" variant="default">
          {t('notFound.search')}
        </Button>
      </form>
      {query !== '' && (
        <section className={classes.section}>
          {found.length > 0 ? (
            <>
              <Title order={2} fz="lg">
                {t('notFound.found', { count: found.length })}
              </Title>
              <PageList pages={found} />
            </>
          ) : (
            <Text>{t('notFound.none')}</Text>
          )}
        </section>
      )}
    </>
  )
}
