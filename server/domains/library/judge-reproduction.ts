import { isDeepStrictEqual } from 'node:util'
import type { Unsaid } from '#contract/endpoint.ts'
import { GenerationRequest, type RemakingRequest } from '#contract/generation-request.ts'
import type { predictionImages } from '#contract/prediction-images.ts'
import {
  findReadableImage,
  type JobRow,
  type Making,
  parametersOf,
  type ResolvedRequest,
} from '#server/domains/jobs/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { type Said, t } from '#server/texts/index.ts'
import { type ParametersDeps, readParameters } from './read-image.ts'

type Reproduction = Unsaid<typeof predictionImages.reproduction>
type Reason = Reproduction['reasons'][number]

/** What of the parameters may differ without another picture: how many were asked for, and from which seed they counted. */
const OF_THE_ORDER: ReadonlySet<string> = new Set([
  'seed',
  'num_images',
  'variation_seed',
  'lora_hashes',
])

interface ReproductionDeps extends ParametersDeps {
  making: Pick<Making, 'resolve'>
  engines: Pick<EngineRegistry, 'health'>
}

/**
 * Whether the request of an image would make the same again, if it were sent now: by the engine that would do it, its
 * weights, and the settings as they would be followed.
 * @throws {AppError} `not_found`, also for a public image whose prompt is hidden
 */
export async function judgeReproduction(
  deps: ReproductionDeps,
  userId: string,
  id: string,
): Promise<Reproduction> {
  const { job, image } = await findReadableImage(deps.db.kysely, userId, id)
  const {
    text: _text,
    model_hash: _hash,
    drawn_after: _after,
    revised_prompt: _revised,
    made_by: _by,
    template: _template,
    ...again
  } = await readParameters(deps, userId, id)
  const request: RemakingRequest = again
  const parsed = GenerationRequest.safeParse(request)
  if (!parsed.success) {
    return impossible(
      image.user_id === userId ? t('library.kindGone') : t('library.sourcesNotPublic'),
    )
  }
  try {
    const resolved = await deps.making.resolve(userId, parsed.data)
    if (resolved.words?.refusal) throw resolved.words.refusal
    const reasons = [...differences(job, resolved), ...(await doubts(deps, resolved))]
    return { verdict: verdictOf(reasons), reasons, refusal: null, request }
  } catch (error) {
    if (error instanceof AppError && error.words !== null) return impossible(error.words)
    throw error
  }
}

const impossible = (refusal: Said): Reproduction => ({
  verdict: 'impossible',
  reasons: [],
  refusal,
  request: null,
})

/** The verdict of the gravest reason. */
function verdictOf(reasons: readonly Reason[]): Reproduction['verdict'] {
  if (reasons.some((reason) => reason !== 'unknown_weights' && reason !== 'hardware'))
    return 'changed'
  return reasons.length > 0 ? 'near' : 'identical'
}

function differences(job: JobRow, { engine, modelHash, parameters }: ResolvedRequest): Reason[] {
  const then = parametersOf(job)
  // As they would be stored: what is undefined is not there.
  const now = JSON.parse(JSON.stringify(parameters)) as Record<string, unknown>
  const changed = [...new Set([...Object.keys(then), ...Object.keys(now)])].filter(
    (name) => !OF_THE_ORDER.has(name) && !isDeepStrictEqual(then[name], now[name]),
  )
  return [
    // Each kind of engine has noise of its own.
    ...(job.engine === engine ? [] : (['engine'] as const)),
    ...((job.model_hash ?? '') === (modelHash ?? '') ? [] : (['weights'] as const)),
    ...(isDeepStrictEqual(then['lora_hashes'], now['lora_hashes']) ? [] : (['loras'] as const)),
    ...(changed.length > 0 ? (['settings'] as const) : []),
  ]
}

/** What keeps two runs of the same from being equal to the last bit. */
async function doubts({ engines }: ReproductionDeps, resolved: ResolvedRequest): Promise<Reason[]> {
  const statuses = await engines.health()
  const runsOn = statuses.find(({ name }) => name === resolved.engine)?.health.runsOn
  return [
    ...(resolved.modelHash ? [] : (['unknown_weights'] as const)),
    // Processors add up in an order of our choosing; graphics cards, and servers elsewhere, in one of their own.
    ...(runsOn === 'cpu' ? [] : (['hardware'] as const)),
  ]
}
