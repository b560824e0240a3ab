import { SAMPLERS } from '#contract/samplers.ts'
import type { Sampler } from '#contract/samplers.ts'
import { ddim } from './ddim.ts'
import { dpm2, dpm2Ancestral, dpm2AncestralKarras, dpm2Karras } from './dpm-2.ts'
import { dpmPlusPlus2m, dpmPlusPlus2mKarras } from './dpm-2m.ts'
import { dpmPlusPlus2sAncestral, dpmPlusPlus2sAncestralKarras } from './dpm-2s.ts'
import { dpmFast } from './dpm-fast.ts'
import { dpmPlusPlusSde, dpmPlusPlusSdeKarras } from './dpm-sde.ts'
import { euler, eulerAncestral } from './euler.ts'
import { heun } from './heun.ts'
import { lcm } from './lcm.ts'
import { lms, lmsKarras } from './lms.ts'
import { plms } from './plms.ts'
import type { SamplerDefinition } from './sampler.ts'
import { uniPc } from './uni-pc.ts'

const definitions = new Map<Sampler, SamplerDefinition>(
  [
    eulerAncestral,
    euler,
    lms,
    heun,
    dpm2,
    dpm2Ancestral,
    dpm2Karras,
    dpm2AncestralKarras,
    dpmPlusPlus2sAncestral,
    dpmPlusPlus2sAncestralKarras,
    dpmPlusPlus2m,
    dpmPlusPlus2mKarras,
    dpmPlusPlusSde,
    dpmPlusPlusSdeKarras,
    dpmFast,
    lmsKarras,
    ddim,
    plms,
    uniPc,
    lcm,
  ].map((definition) => [definition.name, definition]),
)

/** The samplers that exist here, in the product's order. */
export const implementedSamplers: Sampler[] = SAMPLERS.filter((name) => definitions.has(name))

/** @returns undefined if there is no sampler of that name; never another one in its place */
export function findSampler(name: Sampler): SamplerDefinition | undefined {
  return definitions.get(name)
}

export type { SamplerDefinition, SamplerStep, Sampling, SamplerInput } from './sampler.ts'
