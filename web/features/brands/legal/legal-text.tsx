import { Text, Title } from '@mantine/core'
import { useSite } from '#web/lib/site.ts'
import { Page } from '#web/ui/page.tsx'
import type { LegalDocument } from './legal-document.ts'
import classes from './legal-text.module.css'
import { Operator } from './operator.tsx'
import { useTexts } from './texts.ts'

/** A document of the About pages. */
export function LegalText({ document }: { document: LegalDocument }) {
  const t = useTexts()
  const { site } = useSite()
  return (
    <Page width="text">
      <article className={classes.text}>
        <Title order={1}>{t(document.title)}</Title>
        <Text size="md" mt="md">
          {t(document.summary)}
        </Text>
        {document.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <Title order={2} fz="lg">
              {t(heading)}
            </Title>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{t(paragraph, { age: site.minimumAge })}</p>
            ))}
          </section>
        ))}
        <Operator />
      </article>
    </Page>
  )
}
