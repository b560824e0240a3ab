import type { AdminBrand } from '#contract/admin-brands.ts'
import type { BrandContent, BrandTexts } from '#contract/brand-content.ts'
import { joinedOf } from '#web/lib/differences.ts'
import { formatTime } from '#web/lib/format.ts'
import { brandFieldName } from '../settings/brand-fields.ts'
import { COUNTER_LABELS, FEATURE_LABELS, SECTION_LABELS } from './offer-labels.ts'

type Content = AdminBrand['content']
export type Draft = ReturnType<typeof draftOf>

/** What each part of the form of a brand gets. */
export interface DraftProps {
  draft: Draft
  errors: Readonly<Record<string, string>>
  onChange(part: Partial<Draft>): void
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** `2026-03-01T12:00` as the browser's field for a time has it, in the time zone of the browser. */
export function localTime(iso: string): string {
  const at = new Date(iso)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The content of a brand as its form holds it: lists as lines. */
export function draftOf(content: Content) {
  const { banner, operator } = content
  return {
    texts: content.texts,
    examples: { en: content.examples.en.join('\n'), es: content.examples.es.join('\n') },
    features: content.features,
    sections: content.sections,
    counters: content.counters ?? ('' as const),
    banner: {
      en: banner?.text.en ?? '',
      es: banner?.text.es ?? '',
      from: banner ? localTime(banner.from) : '',
      until: banner ? localTime(banner.until) : '',
    },
    hosts: content.hosts.join('\n'),
    operator: operator?.name ?? '',
    address: operator?.address.join('\n') ?? '',
    support: content.support ?? '',
    terms: content.terms ?? { en: '', es: '' },
    privacy: content.privacy ?? { en: '', es: '' },
    links: content.links.map(({ label, link }) => `${label.en} | ${label.es} | ${link}`).join('\n'),
  }
}

/** `Label | Etiqueta | https://...`; a Spanish label that is left out is the English one. */
function readLink(line: string): BrandContent['links'][number] {
  const parts = line.split('|').map((part) => part.trim())
  const [en = '', es = '', link] = parts.length === 2 ? [parts[0], parts[0], parts[1]] : parts
  return { label: { en, es: es || en }, link: link ?? '' }
}

/** Null: the program's own; a Spanish text that is left out is the English one. */
function wordingOf({ en, es }: BrandContent['terms']): BrandContent['terms'] | null {
  const text = en.trim()
  return text === '' ? null : { en: text, es: es.trim() || text }
}

const timeOf = (text: string): string => (text === '' ? '' : new Date(text).toISOString())

function contentOf(draft: Draft): Content {
  const { banner } = draft
  const hasBanner = banner.en.trim() !== '' || banner.es.trim() !== ''
  return {
    texts: draft.texts,
    examples: { en: linesOf(draft.examples.en), es: linesOf(draft.examples.es) },
    features: draft.features,
    sections: draft.sections,
    counters: draft.counters === '' ? null : draft.counters,
    banner: hasBanner
      ? {
          text: { en: banner.en.trim(), es: banner.es.trim() || banner.en.trim() },
          from: timeOf(banner.from),
          until: timeOf(banner.until),
        }
      : null,
    hosts: linesOf(draft.hosts),
    operator:
      draft.operator.trim() === ''
        ? null
        : { name: draft.operator.trim(), address: linesOf(draft.address) },
    support: draft.support.trim() || null,
    terms: wordingOf(draft.terms),
    privacy: wordingOf(draft.privacy),
    links: linesOf(draft.links).map(readLink),
  }
}

/** The fields that differ from what is shown now. */
export function changesOf(shown: Content, draft: Draft): Partial<Content> {
  // Compared as the form holds both: a time in the form has no seconds.
  const before = Object.entries(contentOf(draftOf(shown)))
  const after = contentOf(draft)
  const changed = before.filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(after[name as keyof Content]),
  )
  return Object.fromEntries(changed.map(([name]) => [name, after[name as keyof Content]]))
}

/** What the texts of a brand are called. */
export const TEXT_LABELS: Record<keyof BrandTexts, string> = {
  description: 'Description',
  hero_title: 'Headline of the home page',
  hero_text: 'Text below it',
  hero_action: 'Button below that',
  closing_title: 'Headline at the end',
  closing_text: 'Text at the end',
  closing_action: 'Button at the end',
}

/** A name with the address of somebody else would be wrong, and so would a legal text in two versions. */
const TOGETHER = [['operator', 'address'], ['banner'], ['terms'], ['privacy']] as const

/** Merges the fields that were edited in the form into the version that is saved now. */
export const joinedDraft = (versions: { began: Draft; saved: Draft; typed: Draft }): Draft =>
  joinedOf(versions, TOGETHER)

/** A time of the browser's field as people read it. */
export const timeWords = (text: string): string => (text === '' ? '' : formatTime(text))

/** A draft as people read it, to be compared with another. */
export const shownDraft = ({ features, sections, counters, banner, ...draft }: Draft) => ({
  ...draft,
  features: features.map((feature) => FEATURE_LABELS[feature]),
  sections: sections.map((section) => SECTION_LABELS[section]),
  counters: COUNTER_LABELS[counters],
  banner: { ...banner, from: timeWords(banner.from), until: timeWords(banner.until) },
})

const PART_NAMES: Record<string, string> = {
  ...TEXT_LABELS,
  address: 'Postal address',
  operator: 'Legal name',
  en: 'English',
  es: 'Spanish',
  from: 'from',
  until: 'until',
}

/** Names a field of a draft: `Texts, Headline of the home page, English`. */
export const nameOfField = (path: readonly string[]): string =>
  path.map((part) => PART_NAMES[part] ?? brandFieldName(part)).join(', ')

export const LANGUAGES = [
  ['en', 'English'],
  ['es', 'Spanish'],
] as const
