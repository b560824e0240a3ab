import type { PackDetail, PackKind, PackSubject } from '#contract/packs.ts'
import { STYLES } from '#contract/styles.ts'
import { joinedOf } from '#web/lib/differences.ts'
import type { PacksTexts } from '../texts.ts'
import { linesOf, PLAIN, type ShotSettings, settingsOf } from './shot-settings.ts'

/** A pack as its form holds it. */
export interface PackDraft {
  title: string
  description: string
  tags: string[]
  subject: PackSubject
  /** One a line. */
  prompts: string
  /** Of each video. */
  seconds: number
  /** Of each line. */
  settings: ShotSettings[]
}

export const SECONDS = 2

/** @param pack null: a new one */
export const draftOf = (kind: PackKind, pack: PackDetail | null): PackDraft => ({
  title: pack?.title ?? '',
  description: pack?.description ?? '',
  tags: pack?.tags ?? [],
  subject: pack?.subject ?? (kind === 'photo' ? 'person' : 'none'),
  prompts: pack?.shots.map(({ prompt }) => prompt).join('\n') ?? '',
  seconds: pack?.shots[0]?.duration ?? SECONDS,
  settings: pack?.shots.map(settingsOf) ?? [],
})

/** Merges the edits of the form into the pack that is saved now. Prompts and their settings are one field, as they belong together by line. */
export const joinedDraft = (versions: {
  began: PackDraft
  saved: PackDraft
  typed: PackDraft
}): PackDraft => joinedOf(versions, [['prompts', 'settings']])

/** A draft as people read it, to be compared with another. */
export function shownDraft(
  kind: PackKind,
  { title, description, tags, subject, prompts, seconds, settings }: PackDraft,
  t: PacksTexts,
) {
  const lines = linesOf(prompts)
  return {
    title,
    description,
    tags,
    subject: t(`subject.${subject}`),
    prompts: lines,
    ...(kind === 'video' && { seconds }),
    settings: lines.map((_, at) => {
      const { negative, style, width, height, seed } = settings[at] ?? PLAIN
      const label = STYLES.find(({ id }) => id === style)?.label ?? style
      return {
        ...(kind === 'photo' && { negative, style: label ?? t('form.styleNone') }),
        width,
        height,
        seed,
      }
    }),
  }
}

const NAMES = {
  title: 'form.name',
  description: 'form.description',
  tags: 'form.tags',
  subject: 'form.subject',
  prompts: 'form.prompts',
  seconds: 'form.seconds',
  settings: 'form.shot',
  negative: 'form.negative',
  style: 'form.style',
  width: 'form.width',
  height: 'form.height',
  seed: 'form.seed',
} as const

/** Names a field of such a draft: `Title`, `Shot 2, Width`. */
export const nameOfField = ([field = '', number, setting]: readonly string[], t: PacksTexts) => {
  const name = t(NAMES[field as keyof typeof NAMES])
  if (setting === undefined) return name
  return `${name} ${number}, ${t(NAMES[setting as keyof typeof NAMES])}`
}
