import type { SourceType } from '#server/domains/media/index.ts'
import {
  type Beginning,
  type Engine,
  EngineError,
  type EngineOperation,
  type Redrawing,
  type RefineRequest,
} from '#server/engines/spec/index.ts'
import { t } from '#server/texts/index.ts'
import { workUnits } from '../drawing/work-units.ts'
import type { Kind, Order } from '../../kind.ts'
import { randomSeed } from '../../seeds.ts'
import { describeTool } from '../tool/describe-tool.ts'
import { type RefineSettings, findRefiningStandIns } from './choose-refiner.ts'

/** What a job that draws over an image keeps. */
export type RefineParameters = RefineSettings & {
  type: string
  image: string
  prompt: string
  strength: number
  seed?: number | null | undefined
  width: number
  height: number
}

/** The negative prompt: faults that often show where small parts are drawn over. */
const NEGATIVE = 'blurry, low quality, artifacts'

/** What the kinds have in common that draw over an image. */
export const refineKind = <P extends RefineParameters>({
  title,
  inSentence,
}: Pick<Kind, 'title' | 'inSentence'>) =>
  ({
    title,
    inSentence,
    // It is drawn where images are, and waits in their line.
    pool: () => 'drawing',
    inBatches: false,
    unit: 'step',
    moderation: { prompt: ({ prompt }: P) => prompt },
    likeness: 'remade',
    preview: 'none',
    watermark: false,
    seeds: {
      isFixed: ({ seed }: P) => typeof seed === 'number',
      draw: (parameters: P) => ({ parameters, seed: parameters.seed ?? randomSeed() }),
    },
    sourceType: (_parameters: P): SourceType => 'compositeWithTrainedAlgorithmicMedia',
    inputs: ({ image }: { image: string }) => [{ field: 'image', id: image, uploadsOnly: false }],
    outputs: () => 1,
    part: ({ refine }: Engine) => refine,
    standIns: (engines, parameters, modelHash) =>
      findRefiningStandIns(engines, parameters, modelHash),
    again: (
      {
        width: _width,
        height: _height,
        model: _model,
        part: _part,
        steps: _steps,
        guidance_scale: _guidance,
        sampler: _sampler,
        ...request
      }: P,
      { seed }: { seed: number | null },
    ) => ({ ...request, seed }),
    describe: (
      { prompt, strength, sampler, steps }: P,
      { seed }: { seed: number | null },
      modelHash: string | null,
    ) =>
      describeTool(
        title,
        {
          Prompt: JSON.stringify(prompt),
          'Denoising strength': strength,
          Steps: steps,
          Sampler: sampler,
          ...(seed !== null && { Seed: seed }),
        },
        modelHash,
      ),
  }) satisfies Partial<Kind<never, P>>

/** How the parts of an image are drawn over. */
export function redrawingOf({ parameters, seed }: Order<RefineParameters>): Redrawing {
  if (seed === null) throw new Error('What is drawn over an image has a seed')
  const { model, prompt, strength, steps, guidance_scale: guidanceScale, sampler } = parameters
  return { model, prompt, negativePrompt: NEGATIVE, strength, steps, guidanceScale, sampler, seed }
}

/** Work of one part, in runs of the model. */
export const workOfPart = ({ part, ...how }: RefineParameters): number =>
  workUnits({ ...how, width: part, height: part })

/** Gives an engine its order. Throws EngineError. */
export async function startRefining(
  engine: Engine,
  request: RefineRequest,
  beginning: Beginning,
): Promise<EngineOperation> {
  if (engine.refine) return engine.refine.start(request, beginning)
  throw new EngineError('unsupported', `The engine ${engine.name} refines nothing`, {
    retryable: false,
    userMessage: t('jobs.toolGone'),
  })
}
