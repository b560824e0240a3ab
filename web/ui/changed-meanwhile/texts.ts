import english from '#web/messages/en/changed-meanwhile.json'
import { textsOf } from '#web/lib/texts.ts'

/** Texts about a conflict. The console has them in English, other pages in their language. */
export type ChangedWords = Record<keyof typeof english, string>

const { useTexts } = textsOf('changed-meanwhile', english)

/** Texts about a conflict in the page's language. */
export function useChangedWords(): ChangedWords {
  const t = useTexts()
  return {
    title: t('title'),
    text: t('text'),
    same: t('same'),
    saved: t('saved'),
    yours: t('yours'),
    empty: t('empty'),
    overwrite: t('overwrite'),
  }
}
