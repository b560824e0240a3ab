import type { PromptChecker, PromptVerdict } from '#server/domains/moderation/index.ts'
import { hashRequest } from '#server/domains/orders/index.ts'
import { t } from '#server/texts/index.ts'
import type { FaceFinder } from '../inputs/find-faces.ts'
import type { InputLooks } from '../inputs/look-at-inputs.ts'
import type { FoundInput } from '../kind.ts'
import type { ResolvedRequest } from './resolve-request.ts'

export interface JudgeDeps {
  moderation: PromptChecker
  faces: FaceFinder
  looks: InputLooks
}

export const ALLOWED = { allowed: true } as const
const REFUSED: PromptVerdict = {
  allowed: false,
  code: 'prompt_blocked',
  message: t('jobs.requestNotAllowed'),
}

/** Hash of all that {@link judgeRequest} goes by: the final words, the images, whether somebody real is shown, and the rules. */
export const hashOfJudged = (
  { moderation }: Pick<JudgeDeps, 'moderation'>,
  { kind, parameters, showsPerson }: ResolvedRequest,
): Buffer =>
  hashRequest({
    prompt: kind.moderation.prompt(parameters),
    negative: kind.moderation.negative?.(parameters) ?? null,
    inputs: kind.inputs(parameters).map(({ field, id }) => [field, id]),
    likeness: kind.likeness,
    showsPerson,
    rules: moderation.rules,
  })

/**
 * What moderation says of a request, by its words and by the pictures that it starts from. Faces are looked for only where the
 * words or a picture would be refused of a real person: that takes far longer than reading.
 */
export async function judgeRequest(
  { moderation, faces, looks }: JudgeDeps,
  { kind, parameters, inputs, showsPerson }: ResolvedRequest,
): Promise<PromptVerdict> {
  const prompt = kind.moderation.prompt(parameters)
  const words = prompt === null ? ALLOWED : await moderation.checkPrompt(prompt)
  if (!words.allowed) return words
  const pictures =
    kind.likeness === 'kept'
      ? []
      : kind.inputs(parameters).flatMap(({ field, uploadsOnly }) => {
          const picture = inputs[field]
          // What is painted to be a mask shows nobody.
          return picture && !uploadsOnly ? [picture] : []
        })
  if (!showsPerson && pictures.length === 0) return ALLOWED
  const ofPerson =
    prompt === null
      ? ALLOWED
      : await moderation.checkLikeness(prompt, kind.moderation.negative?.(parameters))
  const isSafe = ofPerson.allowed && !(await someOf(pictures, (one) => looks.isExplicit(one)))
  if (isSafe) return ALLOWED
  if (showsPerson || (await someOf(pictures, (one) => faces.shows(one))))
    return ofPerson.allowed ? REFUSED : ofPerson
  return ALLOWED
}

async function someOf(
  pictures: readonly FoundInput[],
  is: (picture: FoundInput) => Promise<boolean>,
): Promise<boolean> {
  for (const picture of pictures) if (await is(picture)) return true
  return false
}
