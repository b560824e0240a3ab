import { expect, it } from 'vitest'
import { differencesOf } from '#web/lib/differences.ts'
import { textsOf } from '#web/lib/texts.ts'
import english from '#web/messages/en/packs.json'
import { draftOf, joinedDraft, nameOfField, shownDraft } from './pack-draft.ts'
import { PLAIN } from './shot-settings.ts'

const t = textsOf('packs', english).textsIn('en')

const began = {
  ...draftOf('photo', null),
  title: 'Foxes',
  prompts: 'a fox\na hare',
  settings: [PLAIN, PLAIN],
}

it('keeps the shots of somebody else where only the title was changed here', () => {
  const saved = { ...began, prompts: 'a hare', settings: [{ ...PLAIN, seed: 7 }] }
  const joined = joinedDraft({ began, saved, typed: { ...began, title: 'Hares' } })
  expect(joined).toEqual({ ...saved, title: 'Hares' })
})

it('takes settings together with the lines that they are of', () => {
  const saved = { ...began, title: 'Two animals', prompts: 'a hare', settings: [PLAIN] }
  const typed = { ...began, settings: [PLAIN, { ...PLAIN, width: 768 }] }
  expect(joinedDraft({ began, saved, typed })).toEqual({ ...typed, title: 'Two animals' })
})

it('shows choices by the labels of the form', () => {
  const typed = { ...began, subject: 'pet' as const, settings: [PLAIN, { ...PLAIN, style: '3d' }] }
  const shown = differencesOf(shownDraft('photo', began, t), shownDraft('photo', typed, t))
  expect(shown.map(({ path, saved, typed: mine }) => [nameOfField(path, t), saved, mine])).toEqual([
    [t('form.subject'), t('subject.person'), t('subject.pet')],
    [`${t('form.shot')} 2, ${t('form.style')}`, 'None', '3D'],
  ])
})
