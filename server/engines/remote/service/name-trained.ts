import type { LoraReference, TrainedKind } from '../../spec/index.ts'

/**
 * The word by which trainings at a service learn their subject. It means nothing to the model beforehand, and is the same for all of
 * them: a prompt is about one subject of one's own.
 */
export const TRIGGER = 'TOK'

/** What a caption or a prompt says in place of the subject's name. */
export const subjectWords = (kind: TrainedKind): string =>
  kind === 'style'
    ? `in the style of ${TRIGGER}`
    : `${TRIGGER} ${kind === 'object' ? '' : kind}`.trim()

/**
 * A prompt in the words that its trained LoRAs know: the name of a subject gives way to the word it was learned by; a subject that the
 * prompt does not name comes first, and a style last.
 */
export function nameTrained(prompt: string, loras: readonly LoraReference[]): string {
  return loras
    .filter(({ file }) => file)
    .reduce((words, { learned: subject }) => {
      if (!subject) return `${words}, ${subjectWords('style')}`
      const known = subjectWords(subject.kind)
      const named = words.replace(wholeWords(subject.name), known)
      return named === words ? `${known}, ${words}` : named
    }, prompt)
}

const wholeWords = (name: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escapePattern(name)}(?![\\p{L}\\p{N}])`, 'giu')

const escapePattern = (text: string): string =>
  text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
