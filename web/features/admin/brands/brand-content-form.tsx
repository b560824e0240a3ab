import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { AdminBrand } from '#contract/admin-brands.ts'
import { fieldErrorsOf, handleError } from '#web/lib/errors.ts'
import { useChangeBrand } from '../api/use-installation.ts'
import { BrandPreview } from './brand-preview.tsx'
import classes from './brands.module.css'
import { changesOf, draftOf } from './brand-draft.ts'
import { LegalFields } from './legal-fields.tsx'
import { NoticeFields } from './notice-fields.tsx'
import { OfferFields } from './offer-fields.tsx'
import { SiteFields } from './site-fields.tsx'
import { WordFields } from './word-fields.tsx'

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={2} id={id} fz="lg">
        {title}
      </Title>
      <Stack>{children}</Stack>
    </section>
  )
}

/** What a brand says and offers, in both languages, with a preview of the top of its home page. */
export function BrandContentForm({ brand, onSaved }: { brand: AdminBrand; onSaved(): void }) {
  const [draft, setDraft] = useState(() => draftOf(brand.content))
  const change = useChangeBrand()
  const errors = fieldErrorsOf(change.error)
  const props = {
    draft,
    errors,
    onChange: (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part })),
  }
  async function submit(): Promise<void> {
    const changes = changesOf(brand.content, draft)
    if (change.isPending || Object.keys(changes).length === 0) return
    try {
      await change.mutateAsync({ id: brand.id, logo: null, ...changes })
      onSaved()
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0) handleError(error)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Stack gap="xl">
        <Section id="words" title="Texts">
          <WordFields {...props} />
        </Section>
        <Section id="offer" title="Features and home page">
          <OfferFields {...props} />
        </Section>
        <Section id="notice" title="Banner">
          <NoticeFields {...props} />
        </Section>
        <Section id="site" title="Hosts, operator and links">
          <SiteFields {...props} />
        </Section>
        <Section id="legal" title="Legal texts">
          <LegalFields {...props} />
        </Section>
        <Section id="preview" title="Preview">
          <BrandPreview brand={brand} draft={draft} />
        </Section>
        {Object.keys(errors).length > 0 && (
          <Text role="alert" c="red">
            {Object.entries(errors)
              .map(([field, message]) => `${field}: ${message}`)
              .join(' ')}
          </Text>
        )}
        <Group>
          <Button type="submit" loading={change.isPending}>
            Save the texts and features
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
