import type { DrawingRequest } from '#contract/generation-request.ts'
import { controlFeature, DEFAULTS } from '#contract/values/jobs/drawing.ts'
import { parseLoraTags } from '#contract/lora-tags.ts'
import { ILLUSTRATED_PERSON } from '#contract/quote-warnings.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import type { FoundImageModel } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { FoundInputs, ResolveContext, ResolvedJob } from '../../kind.ts'
import { checkRequest } from './check-request.ts'
import { chooseModel } from '../../models/choose-model.ts'
import { controlField } from './control-input.ts'
import { findLoras } from './find-loras.ts'
import { defaultsOf } from '../../models/model-defaults.ts'
import { readWords } from '../../models/read-words.ts'
import { warnOfIgnored } from './ignored-settings.ts'
import { outputSize } from './output-size.ts'
import type { DrawingParameters } from './parameters.ts'
import { priceDrawing } from './price-drawing.ts'

const PERSON_WARNING: UnsaidQuote['warnings'][number] = {
  code: ILLUSTRATED_PERSON,
  message: t('jobs.noPortrait'),
}

const REDRAWN_WARNING: UnsaidQuote['warnings'][number] = {
  code: 'redrawn_as_illustration',
  message: t('jobs.redrawnAsIllustration'),
}

/** Whether a model's engine has the LoRAs that a request names, and can follow its control images. */
function hasWhatIsNamed(
  { loras, features }: FoundImageModel['model'],
  request: DrawingRequest,
): boolean {
  const names = [
    ...request.loras.map(({ model }) => model),
    ...parseLoraTags(request.prompt).map(({ name }) => name),
  ]
  return (
    names.every((name) => loras.some(({ id, problem }) => id === name && problem === null)) &&
    (request.controls ?? []).every(({ kind }) => features.includes(controlFeature(kind)))
  )
}

/**
 * Fills in the defaults and checks a request against what its model can do; nothing is replaced by something else.
 * @throws {AppError} `invalid` naming every field that does not fit; `unavailable`
 */
export async function resolveDrawing(
  { engines, findOwnLoras }: ResolveContext,
  request: DrawingRequest,
  inputs: FoundInputs,
): Promise<ResolvedJob<DrawingParameters>> {
  const choice = await chooseModel(engines, request.model, (model) =>
    hasWhatIsNamed(model, request),
  )
  const { engine, model } = choice
  const sources = {
    image: inputs['image'] ?? null,
    mask: inputs['mask'] ?? null,
    controls: (request.controls ?? []).map((_, place) => inputs[controlField(place)] ?? null),
  }
  const loras = await findLoras({ findOwnLoras }, choice, request)
  const { quote: _quote, ...asked } = request
  const defaults = defaultsOf(model)
  const chosen = {
    steps: request.steps ?? defaults.steps,
    guidance_scale: request.guidance_scale ?? defaults.guidance_scale,
    sampler: request.sampler ?? defaults.sampler,
  }
  const parameters: DrawingParameters = {
    ...asked,
    ...chosen,
    ...(request.type === 'ITI' && { strength: request.strength ?? DEFAULTS.strength }),
    ...(request.mask !== undefined && { mask_feather: request.mask_feather ?? 0 }),
    ...outputSize(request, sources.image, model.sizes),
    model: model.id,
    ...(loras.length > 0 && {
      lora_hashes: Object.fromEntries(loras.map(({ id, hash }) => [id, hash])),
    }),
  }
  const fields = checkRequest({ request, parameters, abilities: model, sources, loras })
  const names = Object.keys(fields)
  if (names.length > 0) {
    throw new AppError('invalid', `Not possible: ${names.join(', ')}`, { fields })
  }
  // Over a whole image, and around one, that image is what is drawn; in a mask the words are.
  const mustKnow = request.type === 'TTI' || (request.mask !== undefined && !request.outpaint)
  const subject = loras.find((lora) => lora.subject)?.subject
  const words = await readWords(
    choice,
    { ...parameters, subject, isAlone: request.finish !== undefined },
    mustKnow,
  )
  const { credits = 1 } = model
  return {
    engine: engine.name,
    modelHash: model.hash,
    parameters,
    words,
    warnings: [
      ...warnOfIgnored(model, parameters),
      ...(request.type === 'TTI' && words?.isOfPerson ? [PERSON_WARNING] : []),
      // Only a model that draws from a collection reads the words of the prompt itself.
      ...(words && request.type === 'ITI' && !mustKnow && !request.outpaint
        ? [REDRAWN_WARNING]
        : []),
    ],
    ...(credits !== 1 && { price: priceDrawing(parameters, credits) }),
  }
}
