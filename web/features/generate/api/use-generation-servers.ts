import { useQuery } from '@tanstack/react-query'
import type { GenerationModel, GenerationServer, WordsOffer } from '#contract/generation-servers.ts'
import {
  CONTROL_KINDS,
  controlFeature,
  type ControlKind,
  DEFAULTS,
} from '#contract/values/jobs/drawing.ts'
import { SAMPLERS, type Sampler } from '#contract/samplers.ts'
import { generationServersQuery } from '#web/lib/generation-servers.ts'
import type { KnownLoras, ModelDefaults } from '../lib/form.ts'

/** What all configured engines together can do with a model. */
export interface Abilities {
  models: GenerationModel[]
  samplers: ReadonlySet<Sampler>
  features: ReadonlySet<string>
  /** What images can lead its drawings by; empty for most. */
  controls: ReadonlySet<ControlKind>
  /** Null while they are not known. */
  loras: KnownLoras | null
  /** Of the model that is drawn with. */
  defaults: ModelDefaults
  /** What engines propose in words, the preferred first. */
  words: WordsOffer[]
  maxImages: number
  maxSteps: number
  /** True when some engine takes work now. */
  ready: boolean
  /** False for a model that no engine has, as an old link may name; the rest is then that of the first one. */
  hasModel: boolean
}

/** The model that a form names; the first one without. */
export function modelOf(
  models: readonly GenerationModel[],
  id: string | null,
): GenerationModel | undefined {
  return models.find((model) => model.id === id) ?? models[0]
}

/** What engines can do with a model, out of what they say of themselves. */
export function abilitiesOf(servers: GenerationServer[], model: string | null): Abilities {
  const having = servers.filter((server) => server.models.some(({ id }) => id === model))
  const hasModel = model === null || having.length > 0
  const serving = model !== null && hasModel ? having : servers
  // Models that only draw over parts of images are chosen in the image editor.
  const models = servers.flatMap((server) => server.models).filter((one) => !one.needs_mask)
  const chosen = modelOf(models, model)
  const offers = models.filter(({ id }) => id === chosen?.id)
  const features = new Set(offers.flatMap((offer) => offer.features))
  return {
    hasModel,
    models,
    defaults: chosen?.defaults ?? PRODUCT_DEFAULTS,
    samplers: new Set(offers.flatMap(({ samplers }) => samplers)),
    features,
    controls: new Set(CONTROL_KINDS.filter((kind) => features.has(controlFeature(kind)))),
    loras: new Map(
      serving.flatMap(({ loras }) => loras.map(({ id, problem }) => [id, problem] as const)),
    ),
    words: servers.flatMap((server) => server.words),
    maxImages: Math.max(1, ...offers.map(({ max_images }) => max_images)),
    maxSteps: Math.max(1, ...offers.map(({ max_steps }) => max_steps)),
    ready: serving.some((server) => server.state !== 'down'),
  }
}

const PRODUCT_DEFAULTS: ModelDefaults = {
  steps: DEFAULTS.steps,
  guidance_scale: DEFAULTS.guidance_scale,
  sampler: DEFAULTS.sampler,
}

/** While the answer is on its way the page shows everything as able, so that nothing flickers. */
const ASSUMED: Abilities = {
  models: [],
  samplers: new Set(SAMPLERS),
  features: new Set([
    'negative_prompt',
    'image_to_image',
    'inpaint',
    'outpaint',
    'hires',
    'variation',
    'guidance_rescale',
  ]),
  controls: new Set(),
  loras: null,
  defaults: PRODUCT_DEFAULTS,
  words: [],
  maxImages: 4,
  maxSteps: 100,
  ready: true,
  hasModel: true,
}

const AWAY_MS = 10_000

/** The abilities of the engines that serve `model` (null: any). */
export function useAbilities(model: string | null): Abilities {
  const { data } = useQuery({
    ...generationServersQuery,
    // While no engine takes work the page asks again by itself.
    refetchInterval: ({ state }) =>
      state.data !== undefined && !abilitiesOf(state.data.results, model).ready ? AWAY_MS : false,
  })
  return data === undefined ? ASSUMED : abilitiesOf(data.results, model)
}
