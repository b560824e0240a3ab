import { Button, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ShownPage } from '../lib/shown-page.ts'
import { Page } from '#web/ui/page.tsx'
import { useTexts } from '../texts.ts'
import classes from './content.module.css'
import { ContentPicture } from './content-picture.tsx'
import { SectionView } from './section-view.tsx'

/**
 * A page that is nothing but content.
 * @param props.children above it
 */
export function ContentView({ page, children }: { page: ShownPage; children?: ReactNode }) {
  const t = useTexts()
  return (
    <Page>
      {children}
      <article className={classes.page}>
        <header className={classes.hero} data-plain={page.image === null || undefined}>
          <div>
            <Title order={1} className={classes.title}>
              {page.heading}
            </Title>
            <Text size="md" mt="md" className={classes.measure}>
              {page.intro}
            </Text>
            {page.action && (
              <Button component={Link} to={page.action.link} size="lg" mt="lg">
                {page.action.label}
              </Button>
            )}
          </div>
          {page.image && <ContentPicture image={page.image} eager />}
        </header>
        {page.note !== null && (
          <aside className={classes.note} aria-label={t('note')}>
            {page.note}
          </aside>
        )}
        {page.sections.map((section) => (
          <SectionView key={section.heading} section={section} />
        ))}
      </article>
    </Page>
  )
}
