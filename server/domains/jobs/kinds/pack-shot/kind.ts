import type { GenerationRequest } from '#contract/generation-request.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import { drawing } from '../drawing/kind.ts'
import type { DrawingParameters } from '../drawing/parameters.ts'
import { nameSubject, requireSubject } from '../drawing/subject.ts'
import type { Kind } from '../../kind.ts'

type Request = Extract<GenerationRequest, { type: 'PPS' }>
type Parameters = Omit<DrawingParameters, 'type'> & {
  type: 'PPS'
  training: string | null
  shot: string
}

const TITLE = t('kinds.packShot')

/** To the code that draws, a shot is an image from a prompt. */
const asDrawing = ({ training: _training, shot: _shot, ...rest }: Parameters) =>
  ({ ...rest, type: 'TTI' }) satisfies DrawingParameters

/** One image of a photo pack, of the subject of a training or without one. */
export const packShot: Kind<Request, Parameters> = {
  ...drawing,
  type: 'PPS',
  title: TITLE,
  inSentence: t('kinds.packShotInSentence'),
  pool: () => 'drawing',
  inBatches: false,
  seeds: {
    isFixed: ({ seed }) => seed !== null,
    draw: (parameters) => ({ parameters, seed: drawing.seeds.draw(asDrawing(parameters)).seed }),
  },
  sourceType: (parameters) => drawing.sourceType(asDrawing(parameters)),
  moderation: {
    prompt: ({ prompt }) => prompt,
    negative: ({ negative_prompt }) => negative_prompt,
  },
  inputs: () => [],
  facesUsed: () => [],
  foresee: async () => [],
  async resolve(context, request, inputs) {
    const { training, prompt: shot, model, ...asked } = request
    const subject = training === null ? null : await requireSubject(context, training)
    if (subject && model !== undefined && model !== subject.model)
      throw invalidField('model', t('jobs.trainedForOther'))
    const drawn = await drawing.resolve(
      context,
      {
        ...asked,
        type: 'TTI',
        prompt: nameSubject(shot, subject),
        model: subject?.model ?? model,
        loras: subject ? [{ model: subject.id, weight: 1 }] : [],
        num_images: 1,
      },
      inputs,
    )
    return { ...drawn, parameters: { ...drawn.parameters, type: 'PPS', training, shot } }
  },
  outputs: () => 1,
  price: (parameters) => drawing.price(asDrawing(parameters)),
  work: (parameters) => drawing.work(asDrawing(parameters)),
  source: () => undefined,
  standIns: async (engines, parameters, modelHash) =>
    (await drawing.standIns?.(engines, asDrawing(parameters), modelHash)) ?? [],
  begin: (engine, order) =>
    drawing.begin(engine, { ...order, parameters: asDrawing(order.parameters) }),
  again: ({ training, shot, ...parameters }, { seed }) => {
    const { model, negative_prompt, width, height, style } = parameters
    return {
      type: 'PPS',
      training,
      prompt: shot,
      negative_prompt,
      width,
      height,
      seed,
      ...(style !== undefined && { style }),
      ...(training === null && { model }),
    }
  },
  describe: (parameters, picture, modelHash) =>
    drawing.describe(asDrawing(parameters), picture, modelHash),
}
