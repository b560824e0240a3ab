import type { z } from 'zod'
import type { EventName } from '#contract/events.ts'
import { Statement } from '#contract/credits.ts'
import { Job } from '#contract/inference-jobs.ts'
import { LoraTraining } from '#contract/lora-trainings.ts'
import type { StoredNotice } from '#contract/said.ts'
import { VideoJob } from '#contract/video-inference-jobs.ts'
import type { AppError } from '#server/platform/errors.ts'
import { inLanguage, type Say, sayAnswer, t } from '#server/texts/index.ts'

/** Makes the sentences of an answer in a language. */
export type SayAnswer = <T>(answer: T, language: string) => T

/** @param schema of the answer: where in it texts are is found once */
export function sayAnswerIn(schema: z.ZodType): SayAnswer {
  const say = sayAnswer(schema)
  return (answer, language) => say(answer, (said) => inLanguage(language, said))
}

/** Puts the texts of a notice in the place of its English sentences. */
function sayNotice(notice: StoredNotice, language: string): StoredNotice {
  const { title, message, texts = { title, message } } = notice
  return { title: inLanguage(language, texts.title), message: inLanguage(language, texts.message) }
}

const EVENTS: Partial<Record<EventName, SayAnswer>> = {
  job: sayAnswerIn(Job),
  video: sayAnswerIn(VideoJob),
  credits: sayAnswerIn(Statement),
  training: sayAnswerIn(LoraTraining),
  notice: (notice, language) => sayNotice(notice as StoredNotice, language) as typeof notice,
}

/** As {@link sayAnswerIn}, of the data of an event as it goes over the wire. */
export function sayEvent(event: string, data: string, language: string): string {
  const say = EVENTS[event as EventName]
  return say === undefined ? data : JSON.stringify(say(JSON.parse(data), language))
}

/**
 * The body of a failed call: messages by field, or `detail`. What the log alone may say is answered by a reference to it.
 * @param reference of the request, as it stands in the log
 */
export function sayError(
  { fields, userMessage, extra }: AppError,
  language: string,
  reference: string,
): object {
  const say: Say = (said) => inLanguage(language, said)
  if (!fields) {
    return {
      detail: say(userMessage ?? t('requests.wentWrong', { reference })),
      ...extra,
    }
  }
  return Object.fromEntries(
    Object.entries(fields).map(([field, messages]) => [field, messages.map(say)]),
  )
}
