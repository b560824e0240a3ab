import type { GenerationRequest } from '#contract/generation-request.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { InputPicture, Kind } from '../../kind.ts'
import { randomSeed } from '../../seeds.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { requireInputs, startTool } from '../tool/find-tool.ts'
import { toolKind } from '../tool/tool-kind.ts'
import { findEditor, listEditors } from '../../models/find-editor.ts'

type Request = Extract<GenerationRequest, { type: 'EDI' }>
/** `width` x `height` is the size of the first image; a result may have another, which its image tells. */
type Parameters = Omit<Request, 'quote' | 'model' | 'seed'> & {
  model: string
  seed: number | null
  width: number
  height: number
}

const TITLE = t('kinds.editImage')

/** An image changed as words say, by a model of an engine that can. */
export const editImage: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'EDI',
  title: TITLE,
  inSentence: t('kinds.editImageInSentence'),
  likeness: 'remade',
  moderation: { prompt: ({ prompt }) => prompt },
  watermark: true,
  sourceType: () => 'compositeWithTrainedAlgorithmicMedia',
  seeds: {
    isFixed: ({ seed }) => seed !== null,
    draw: (parameters) => ({ parameters, seed: parameters.seed ?? randomSeed() }),
  },
  inputs: inputsOf,
  async resolve({ engines }, { quote: _quote, ...asked }, inputs) {
    const { engine, model } = await findEditor(engines, asked.model)
    const most = model.maxInputs ?? 1
    if (asked.images.length > most)
      throw invalidField('images', t('jobs.takesAtMost', { count: most }))
    const fields = inputsOf(asked).map(({ field }) => field)
    const { width, height } = requireInputs(inputs, fields, model)['images']!
    return {
      engine: engine.name,
      modelHash: model.hash || null,
      parameters: { ...asked, seed: asked.seed ?? null, model: model.id, width, height },
      price: {
        credits: model.credits ?? USUAL_CREDITS,
        label: t('prices.byModel', { said: TITLE, model: model.name }),
      },
    }
  },
  price: () => ({ credits: USUAL_CREDITS, label: TITLE }),
  async standIns(engines, { model: id, images }) {
    const same = (await listEditors(engines)).filter(
      ({ model }) => model.id === id && images.length <= (model.maxInputs ?? 1),
    )
    return same.map(({ engine }) => engine.name)
  },
  begin(engine, { parameters, files, seed, indexes, beginning }) {
    if (seed === null) throw new Error('An edit has a seed')
    const images = inputsOf(parameters).map(({ field }) => files[field]!)
    const { model, prompt } = parameters
    return startTool(
      engine,
      { tool: 'edit_image', model, images, prompt, indexes, seed },
      beginning,
    )
  },
  again: ({ width: _width, height: _height, ...request }, { seed }) => ({ ...request, seed }),
  describe: ({ prompt, model }, { seed }, modelHash) =>
    describeTool(
      TITLE,
      { Prompt: JSON.stringify(prompt), Model: model, ...(seed !== null && { Seed: seed }) },
      modelHash,
    ),
}

/** Where a model names no price. */
const USUAL_CREDITS = 1

/** Errors name the first image as the field `images`, the others as `images.1` and so on. */
function inputsOf({ images }: Pick<Request, 'images'>): InputPicture[] {
  return images.map((id, index) => ({
    field: index === 0 ? 'images' : `images.${index}`,
    id,
    uploadsOnly: false,
  }))
}
