import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AdminBrand } from '#contract/admin-brands.ts'
import { fieldErrorsOf, handleError, isConflict } from '#web/lib/errors.ts'
import { ChangedMeanwhile, useConflict } from '#web/ui/changed-meanwhile/changed-meanwhile.tsx'
import { useChangeBrand } from '../api/use-installation.ts'
import { BRAND_FIELDS, brandFieldName } from '../settings/brand-fields.ts'
import { CHANGED_WORDS } from '../settings/form-words.ts'
import { BrandPreview } from './brand-preview.tsx'
import classes from './brands.module.css'
import {
  changesOf,
  type Draft,
  type DraftProps,
  draftOf,
  joinedDraft,
  nameOfField,
  shownDraft,
} from './brand-draft.ts'
import { FoldedSection } from './folded-section.tsx'
import { LegalFields } from './legal-fields.tsx'
import { NoticeFields } from './notice-fields.tsx'
import { OfferFields } from './offer-fields.tsx'
import { SiteFields } from './site-fields.tsx'
import { WordFields } from './word-fields.tsx'

interface Section {
  title: string
  /** Fields of a brand that are changed in it. */
  holds: readonly (keyof AdminBrand['content'])[]
  Fields(props: DraftProps): ReactNode
}

const SECTIONS: readonly Section[] = [
  { title: BRAND_FIELDS.texts, holds: ['texts', 'examples'], Fields: WordFields },
  {
    title: 'Features and home page',
    holds: ['features', 'sections', 'counters'],
    Fields: OfferFields,
  },
  { title: BRAND_FIELDS.banner, holds: ['banner'], Fields: NoticeFields },
  {
    title: 'Hosts, operator and links',
    holds: ['hosts', 'operator', 'support', 'links'],
    Fields: SiteFields,
  },
  { title: 'Legal texts', holds: ['terms', 'privacy'], Fields: LegalFields },
]

/** The texts and the offer of a brand, in both languages, with a preview of the top of its home page. */
export function BrandContentForm({
  brand,
  saved,
  onChanged,
  onSaved,
}: {
  brand: AdminBrand
  /** The brand as it is saved now; it differs where somebody else saved since. */
  saved: AdminBrand
  onChanged(brand: AdminBrand): void
  onSaved(): void
}) {
  const [draft, setDraft] = useState(() => draftOf(brand.content))
  // A colleague's, once what was changed here was put into it.
  const [over, setOver] = useState<AdminBrand | null>(null)
  const began = over ?? brand
  const change = useChangeBrand(onChanged)
  const errors = fieldErrorsOf(change.error)
  const wrong = new Set(Object.keys(errors).map((path) => path.split('.')[0]))
  const props = {
    draft,
    errors,
    onChange: (part: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...part })),
  }
  const isChanged = Object.keys(changesOf(began.content, draft)).length > 0
  const isLate = useConflict(isConflict(change.error), change.isPending)
  const joined = joinedDraft({
    began: draftOf(began.content),
    saved: draftOf(saved.content),
    typed: draft,
  })
  const isSaved = useRef(false)
  // Saving the look loads the page again: the browser asks before what is not saved here is lost.
  useEffect(() => {
    if (!isChanged) return undefined
    const ask = (event: BeforeUnloadEvent) => {
      if (!isSaved.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isChanged])

  /** @param from the brand that was looked at before */
  async function save(from: AdminBrand, written: Draft): Promise<void> {
    if (change.isPending) return
    const changes = changesOf(from.content, written)
    try {
      // A colleague may have saved the same.
      if (Object.keys(changes).length > 0)
        await change.mutateAsync({
          id: brand.id,
          changed_at: from.changed_at,
          logo: null,
          ...changes,
        })
      isSaved.current = true
      onSaved()
    } catch (error) {
      if (Object.keys(fieldErrorsOf(error)).length === 0 && !isConflict(error)) handleError(error)
    }
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged) void save(began, draft)
      }}
    >
      <Stack gap="xl">
        {SECTIONS.map(({ title, holds, Fields }) => (
          <FoldedSection key={title} title={title} isWrong={holds.some((name) => wrong.has(name))}>
            <Fields {...props} />
          </FoldedSection>
        ))}
        <section aria-labelledby="preview" className={classes.section}>
          <Title order={2} id="preview" fz="lg">
            Preview
          </Title>
          <BrandPreview brand={brand} draft={draft} />
        </section>
        {Object.keys(errors).length > 0 && (
          <Text role="alert" c="red">
            {Object.entries(errors)
              .map(([field, message]) => `${brandFieldName(field)}: ${message}`)
              .join(' ')}
          </Text>
        )}
        {isLate && (
          <ChangedMeanwhile
            saved={shownDraft(draftOf(saved.content))}
            typed={shownDraft(joined)}
            nameOf={nameOfField}
            words={CHANGED_WORDS}
            isSaving={change.isPending}
            onOverwrite={() => {
              setOver(saved)
              setDraft(joined)
              void save(saved, joined)
            }}
          />
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
