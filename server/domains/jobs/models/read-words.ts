import { STYLES } from '#contract/styles.ts'
import { stripLoraTags } from '#contract/lora-tags.ts'
import {
  EngineError,
  type FoundImageModel,
  type SubjectName,
  type Understanding,
} from '#server/engines/spec/index.ts'
import { AppError, invalidField } from '#server/platform/errors.ts'
import { t, type Text } from '#server/texts/index.ts'
import type { WordsRead } from '../kind.ts'

/** Words to be drawn, and over how many steps they may change. */
interface Words {
  prompt: string
  steps: number
  /** Subject of a LoRA that goes with the words. */
  subject?: SubjectName | undefined
  /** Whether nothing is to be behind the things that they name. */
  isAlone?: boolean
}

/**
 * What a model would draw of some words, for a model that draws only what it knows; null for any other.
 * @param mustKnow whether nothing may be drawn if what the words are about is not known
 * @throws {AppError} `unavailable`
 */
export async function readWords(
  { image, model }: FoundImageModel,
  { prompt, ...asked }: Words,
  mustKnow: boolean,
): Promise<WordsRead | null> {
  const read = await understandWords(image, model.id, {
    prompt: stripLoraTags(prompt),
    ...asked,
  })
  if (!read) return null
  const { understood, leftOut, unknown, suggestions, sameStyles = [], isOfPerson = false } = read
  return {
    understood: understood.map(({ text, picture }) => ({ text, picture_url: picture })),
    unknown,
    left_out: leftOut,
    isOfPerson,
    same_styles: sameStyles.map(styleIds).filter(({ length }) => length > 1),
    refusal:
      mustKnow && suggestions
        ? invalidField(
            'prompt',
            t('jobs.tryWords', { said: notKnown(unknown), words: { words: suggestions } }),
          )
        : null,
  }
}

/** Of those that are offered, by the words that an engine knows them by. */
const styleIds = (words: readonly string[]): string[] =>
  STYLES.flatMap((style) => (words.includes(style.words) ? [style.id] : []))

/** As {@link ImageEngine.understand}, with the errors that a person reads. */
export async function understandWords(
  image: FoundImageModel['image'],
  model: string,
  { prompt, steps, ...asked }: Words,
): Promise<Understanding | null> {
  try {
    return (await image.understand?.(model, prompt, steps, asked)) ?? null
  } catch (error) {
    if (!(error instanceof EngineError)) throw error
    const { message, userMessage } = error
    throw new AppError('unavailable', message, { userMessage, cause: error })
  }
}

/** More are not read in a sentence. */
const MOST_NAMED = 3

function notKnown(words: readonly string[]): Text {
  if (words.length === 0) return t('jobs.nameKnownThing')
  return t('jobs.wordsNotKnown', { words: { words: words.slice(0, MOST_NAMED) } })
}
