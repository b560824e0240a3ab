import { Text, Title } from '@mantine/core'
import { Page } from '#web/ui/page.tsx'
import type { LegalDocument } from '../legal/legal-document.ts'
import classes from './legal-text.module.css'

/** A document of the About pages. */
export function LegalText({ document }: { document: LegalDocument }) {
  return (
    <Page width="text">
      <article className={classes.text}>
        <Title order={1}>{document.title}</Title>
        <Text size="md" mt="md">
          {document.summary}
        </Text>
        {document.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <Title order={2} fz="lg">
              {heading}
            </Title>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </article>
    </Page>
  )
}
