import english from '#web/messages/en/changed-meanwhile.json'
import type { Language } from '#web/lib/language.ts'
import { textsOf } from '#web/lib/texts.ts'

/** Texts about a conflict. The console has them in English, other pages in their language. */
export type ChangedWords = Record<keyof typeof english, string>

const { useTexts, textsIn } = textsOf('changed-meanwhile', english)

const wordsOf = (t: ReturnType<typeof useTexts>): ChangedWords => ({
  title: t('title'),
  text: t('text'),
  same: t('same'),
  saved: t('saved'),
  yours: t('yours'),
  empty: t('empty'),
  overwrite: t('overwrite'),
})

/** In a component: the texts in the page's language. */
export const useChangedWords = (): ChangedWords => wordsOf(useTexts())

/** Outside of components. */
export const changedWordsIn = (language: Language): ChangedWords => wordsOf(textsIn(language))
