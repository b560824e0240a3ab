import { expect, it } from 'vitest'
import { differencesOf } from '#web/lib/differences.ts'
import { changesOf, draftOf, joinedDraft, nameOfField, shownDraft } from './brand-draft.ts'

const WORDS = {
  description: 'A site',
  hero_title: 'Make images',
  hero_text: 'Of anything',
  hero_action: 'Begin',
  closing_title: 'Ready?',
  closing_text: 'It is free',
  closing_action: 'Go',
}

const BEGAN: Parameters<typeof draftOf>[0] = {
  hosts: ['moon.example'],
  texts: { en: WORDS, es: { ...WORDS, hero_title: 'Crea imágenes' } },
  examples: { en: [], es: [] },
  sections: ['tools', 'prices'],
  features: ['text_to_image'],
  counters: null,
  banner: null,
  operator: { name: 'Moon Ltd', address: ['A street 1'] },
  support: null,
  terms: null,
  privacy: null,
  links: [],
}

const began = draftOf(BEGAN)

it('keeps the texts of a colleague beside those that were changed here', () => {
  const theirs = {
    ...BEGAN,
    hosts: ['moon.example', 'sun.example'],
    texts: { ...BEGAN.texts, es: { ...BEGAN.texts.es, hero_title: 'Imágenes al instante' } },
  }
  const typed = {
    ...began,
    texts: { ...began.texts, en: { ...WORDS, hero_title: 'Images at once' } },
  }
  const joined = joinedDraft({ began, saved: draftOf(theirs), typed })
  expect(changesOf(theirs, joined)).toEqual({
    texts: { ...theirs.texts, en: { ...WORDS, hero_title: 'Images at once' } },
  })
})

it('shows a legal name that goes with an address that was changed here', () => {
  const theirs = { ...BEGAN, operator: { name: 'Sun Ltd', address: ['A street 1'] } }
  const saved = draftOf(theirs)
  const joined = joinedDraft({ began, saved, typed: { ...began, address: 'A square 2' } })
  expect(changesOf(theirs, joined)).toEqual({
    operator: { name: 'Moon Ltd', address: ['A square 2'] },
  })
  const shown = differencesOf(shownDraft(saved), shownDraft(joined))
  expect(shown.map(({ path, ...texts }) => [nameOfField(path), texts])).toEqual([
    ['Legal name', { saved: 'Sun Ltd', typed: 'Moon Ltd' }],
    ['Postal address', { saved: 'A street 1', typed: 'A square 2' }],
  ])
  // Untouched here, both stay a colleague's.
  expect(joinedDraft({ began, saved, typed: began })).toEqual(saved)
})

it('shows choices by the labels of the form', () => {
  const shown = shownDraft({ ...began, counters: 'real', features: ['img_editor'] })
  expect(shown).toMatchObject({ counters: 'Real figures', features: ['Image editor'] })
})
