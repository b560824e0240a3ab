import { SAMPLERS } from '#contract/samplers.ts'
import type { Sampler } from '#contract/samplers.ts'
import { ddim } from './ddim.ts'
import { dpmPlusPlus2m, dpmPlusPlus2mKarras } from './dpm-2m.ts'
import { euler, eulerAncestral } from './euler.ts'
import type { SamplerDefinition } from './sampler.ts'

const definitions = new Map<Sampler, SamplerDefinition>(
  [euler, eulerAncestral, ddim, dpmPlusPlus2m, dpmPlusPlus2mKarras].map((definition) => [
    definition.name,
    definition,
  ]),
)

/** The samplers that exist here, in the product's order. */
export const implementedSamplers: Sampler[] = SAMPLERS.filter((name) => definitions.has(name))

/** @returns undefined if there is no sampler of that name; never another one in its place */
export function findSampler(name: Sampler): SamplerDefinition | undefined {
  return definitions.get(name)
}

export type { SamplerDefinition, SamplerStep, Sampling, SamplingContext } from './sampler.ts'
