import { Text, Title } from '@mantine/core'
import { useSite } from '#web/lib/site.ts'
import { Page } from '#web/ui/page.tsx'
import type { LegalDocument } from './legal-document.ts'
import classes from './legal-text.module.css'
import { Operator } from './operator.tsx'
import { sectionsOf } from './own-text.ts'
import { useTexts } from './texts.ts'

function OwnText({ text }: { text: string }) {
  return sectionsOf(text).map(({ heading, paragraphs }) => (
    <section key={heading}>
      {heading !== null && (
        <Title order={2} fz="lg">
          {heading}
        </Title>
      )}
      {paragraphs.map((paragraph) => (
        <p key={paragraph} className={classes.own}>
          {paragraph}
        </p>
      ))}
    </section>
  ))
}

/**
 * A document of the About pages.
 * @param props.own text of the operator in its place; null: none
 */
export function LegalText({
  document,
  own = null,
}: {
  document: LegalDocument
  own?: string | null
}) {
  const t = useTexts()
  const { site } = useSite()
  return (
    <Page width="text">
      <article className={classes.text}>
        <Title order={1}>{t(document.title)}</Title>
        {own === null ? (
          <>
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
          </>
        ) : (
          <OwnText text={own} />
        )}
        <Operator />
      </article>
    </Page>
  )
}
