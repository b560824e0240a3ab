import type { GenerationRequest } from '#contract/generation-request.ts'
import { AVATAR_LIMITS } from '#contract/jobs/instant-avatars.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import { prices } from '#server/domains/billing/index.ts'
import type { AvatarLook, ToolEngine } from '#server/engines/spec/index.ts'
import { invalidField } from '#server/platform/errors.ts'
import { t } from '#server/texts/index.ts'
import type { Kind, Price } from '../../kind.ts'
import { randomSeed } from '../../seeds.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { judgePortrait } from '../../inputs/judge-faces.ts'
import { findTool, requireInput, startTool } from '../tool/find-tool.ts'
import { toolKind } from '../tool/tool-kind.ts'
import { avatarLooks, creditsOf } from './avatar-styles.ts'

type Request = Extract<GenerationRequest, { type: 'ISI' }>
type Parameters = Omit<Request, 'quote'> & { width: number; height: number }

const TITLE = t('kinds.instantAvatars')

/** The person of a portrait in some looks. */
export const instantAvatars: Kind<Request, Parameters> = {
  ...toolKind<Parameters>(),
  type: 'ISI',
  title: TITLE,
  inSentence: t('kinds.instantAvatarsInSentence'),
  likeness: 'always',
  judgesResult: true,
  sourceType: () => 'compositeWithTrainedAlgorithmicMedia',
  seeds: {
    isFixed: ({ seed }) => seed !== null,
    draw: (parameters) => ({ parameters, seed: parameters.seed ?? randomSeed() }),
  },
  outputs: ({ styles, num_images }) => styles.length * num_images,
  inputs: ({ image }) => [{ field: 'image', id: image, uploadsOnly: false }],
  facesUsed: () => [{ field: 'image', index: 0 }],
  async resolve({ engines, findFaces }, { quote: _quote, ...asked }, inputs) {
    const { engine, model, tool } = await findTool(engines, 'draw_avatars', false, (found) =>
      hasLooks(found.tool, asked.styles),
    )
    const looks = avatarLooks(tool)
    checkStyles(asked.styles, looks)
    const input = requireInput(inputs, 'image', model)
    const photosGoTo = tool.imagesGoTo
    const { problem, warnings } = judgePortrait(
      await findFaces('image', input),
      photosGoTo === undefined ? AVATAR_LIMITS.smallestFace : null,
    )
    if (problem !== null) throw invalidField('image', problem)
    const edge = Math.max(...looks.map((look) => look.edge))
    return {
      engine: engine.name,
      modelHash: model.hash || null,
      warnings: photosGoTo === undefined ? warnings : [...warnings, goesTo(photosGoTo)],
      ...(photosGoTo !== undefined && { photosGoTo }),
      parameters: { ...asked, width: edge, height: edge },
      price: priceOf(asked, creditsOf(model)),
    }
  },
  price: (parameters) => priceOf(parameters, prices().instant_avatar),
  begin(engine, { parameters: { styles, num_images }, files, seed, indexes, beginning }) {
    if (seed === null) throw new Error('Avatars have a seed')
    return startTool(
      engine,
      {
        tool: 'draw_avatars',
        image: files['image']!,
        looks: styles,
        count: num_images,
        indexes,
        seed,
      },
      beginning,
    )
  },
  again: ({ width: _width, height: _height, ...request }, { seed, index }) => ({
    ...request,
    styles: [styleOf(request, index)],
    num_images: 1,
    seed,
  }),
  describe: (parameters, { seed, index }, modelHash) =>
    describeTool(
      TITLE,
      { Style: styleOf(parameters, index), ...(seed !== null && { Seed: seed }) },
      modelHash,
    ),
}

function priceOf(
  { styles, num_images }: Pick<Parameters, 'styles' | 'num_images'>,
  credits: number,
): Price {
  const count = styles.length * num_images
  return {
    credits,
    label: t('prices.avatars', { count, credits }),
  }
}

const goesTo = (company: string): UnsaidQuote['warnings'][number] => ({
  code: 'photo_goes_to',
  message: t('jobs.photoGoesTo', { company }),
})

const hasLooks = (tool: ToolEngine, styles: readonly string[]): boolean => {
  const known = new Set(avatarLooks(tool).map(({ id }) => id))
  return styles.every((style) => known.has(style))
}

/** Pictures come look by look. */
const styleOf = (
  { styles, num_images }: Pick<Parameters, 'styles' | 'num_images'>,
  index: number,
) => styles[Math.floor(index / num_images)] ?? ''

/** @throws {AppError} `invalid` */
function checkStyles(asked: readonly string[], looks: readonly AvatarLook[]): void {
  const missing = asked.filter((style) => looks.every(({ id }) => id !== style))
  if (missing.length > 0)
    throw invalidField('styles', t('jobs.noSuchStyles', { names: missing.join(', ') }))
  if (new Set(asked).size < asked.length) throw invalidField('styles', t('jobs.stylesOnce'))
}
