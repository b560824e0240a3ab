import { DEFAULTS, type GenerationRequest } from '#contract/generation-request.ts'
import type { EngineRegistry, FoundImageModel } from '#server/engines/spec/index.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkRequest, type FoundSources } from './check-request.ts'
import { chooseEngine } from './choose-engine.ts'
import { findLoras } from './find-loras.ts'
import { findSource, type SourceDeps } from '../../library/find-source.ts'
import { outputSize } from './output-size.ts'

/** A request with every default filled in, as a job keeps it. */
export type JobParameters = Omit<GenerationRequest, 'quote' | 'model' | 'width' | 'height'> & {
  model: string
  width: number
  height: number
  /** What the LoRAs' weights hash to, by name; left out where there are none. */
  lora_hashes?: Record<string, string>
}

export interface ResolvedRequest extends FoundImageModel {
  parameters: JobParameters
}

export interface ResolveDeps extends SourceDeps {
  engines: EngineRegistry
}

/**
 * Fills in the defaults and checks a request against what its engine can do and what its sender may use; nothing is
 * replaced by something else.
 * @throws {AppError} `invalid` naming every field that does not fit; `unavailable`
 */
export async function resolveRequest(
  deps: ResolveDeps,
  userId: string,
  request: GenerationRequest,
): Promise<ResolvedRequest> {
  const choice = await chooseEngine(deps.engines, request.model)
  const { model } = choice
  const sources = await findSources(deps, userId, request)
  const loras = await findLoras(choice, request)
  const { quote: _quote, ...asked } = request
  const parameters: JobParameters = {
    ...asked,
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
  return { ...choice, parameters }
}

async function findSources(
  deps: ResolveDeps,
  userId: string,
  { image, mask }: GenerationRequest,
): Promise<FoundSources> {
  return {
    image: image === undefined ? null : await findSource(deps, deps.db, userId, image),
    // A mask is painted for one picture and uploaded; what was generated is none.
    mask: mask === undefined ? null : await deps.uploads.find(deps.db.kysely, userId, mask),
  }
}
