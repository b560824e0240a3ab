import type { PackDetail } from '#contract/packs.ts'
import type { PacksTexts } from '../texts.ts'
import { type ShotSettings, settingsOf } from './shot-settings.ts'

/** The settings of a shot that its form changes. */
export const editableOf = ({ motion: _motion, ...settings }: ShotSettings) => settings

/** A pack as its form holds it, to be compared with what was typed. */
export const draftOf = (pack: PackDetail, t: PacksTexts) => ({
  title: pack.title,
  description: pack.description,
  tags: pack.tags,
  subject: t(`subject.${pack.subject}`),
  prompts: pack.shots.map(({ prompt }) => prompt),
  ...(pack.kind === 'video' && { seconds: pack.shots[0]?.duration }),
  settings: pack.shots.map((shot) => editableOf(settingsOf(shot))),
})

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
