import { z } from 'zod'
import { type ControlKind, controlFeature, MAP_KINDS } from '#contract/values/jobs/drawing.ts'
import type { Sampler } from '#contract/samplers.ts'
import { RemoteError } from '../remote/remote-error.ts'
import type { RemoteServer } from '../remote/remote-server.ts'
import type { IgnoredSetting, ImageFeature, ImageLora, ImageModel } from '../spec/index.ts'
import { matchSamplers, type ServerSampler } from '../remote/sampler-names.ts'
import { controlsOf, type ControlTools, readControlNet } from './control-net.ts'

/** How a server is spoken to: A1111's synchronous calls, or stable-diffusion.cpp's own jobs. */
export type Dialect = 'sdapi' | 'sdcpp'

/** A checkpoint of a server. */
export interface ServerModel {
  /** What is offered to people. */
  model: ImageModel
  /** What the server selects it by. */
  title: string
  /** What leads its drawings by an image, by kind. */
  controls: ReadonlyMap<ControlKind, ControlTools>
}

/** What a server can do now. */
export interface Abilities {
  models: ServerModel[]
  samplers: Map<Sampler, ServerSampler>
  /** Upscalers of hires passes, the best first. */
  upscalers: string[]
  loras: { id: string; path: string }[]
}

const Models = z.array(
  z.object({
    title: z.string(),
    model_name: z.string(),
    sha256: z.string().nullish(),
  }),
)
const Samplers = z.array(z.object({ name: z.string(), aliases: z.array(z.string()).optional() }))
const Schedulers = z.array(z.object({ name: z.string(), label: z.string().optional() }))
const Loras = z.array(z.object({ name: z.string(), path: z.string().optional() }))
const Upscalers = z.array(z.object({ name: z.string() }))

const READ_MS = 5_000
const SHA256 = /^[0-9a-f]{64}$/
/** stable-diffusion.cpp answers this for every model (routes_sdapi.cpp). */
const PLACEHOLDER = /^8+$/

const LIMITS = {
  sizes: { min: 64, max: 2048, step: 8 },
  maxImages: 100,
  maxSteps: 150,
  /** Tokens that CLIP reads, without start and end. */
  maxTokens: 75,
} as const

const FEATURES: Record<Dialect, readonly ImageFeature[]> = {
  sdapi: [
    'negative_prompt',
    'image_to_image',
    'inpaint',
    'outpaint',
    'hires',
    'variation',
    'loras',
    'refine',
  ],
  // Its API has no second seed.
  sdcpp: ['negative_prompt', 'image_to_image', 'inpaint', 'outpaint', 'hires', 'loras', 'refine'],
}

/** stable-diffusion.cpp parts a prompt at `BREAK`, and changes nothing between steps (its `src/util.cpp`). */
const IGNORES: Record<Dialect, readonly IgnoredSetting[]> = {
  sdapi: [],
  sdcpp: ['prompt_timing'],
}

/** Asks a server for everything it offers. Throws RemoteError. */
export async function readAbilities(server: RemoteServer, dialect: Dialect): Promise<Abilities> {
  const get = <T>(path: string, schema: z.ZodType<T>) =>
    server.call(`/sdapi/v1/${path}`, schema, { timeoutMs: READ_MS })
  const [models, samplers, schedulers, loras, upscalers, controlNet] = await Promise.all([
    get('sd-models', Models),
    get('samplers', Samplers),
    ifThere(get('schedulers', Schedulers)),
    ifThere(get('loras', Loras)),
    ifThere(get('upscalers', Upscalers)),
    dialect === 'sdapi'
      ? readControlNet((path, schema) => ifThere(server.call(path, schema, { timeoutMs: READ_MS })))
      : null,
  ])
  const matched = matchSamplers({ samplers, schedulers })
  const files = (loras ?? []).map(({ name, path }) => ({ id: name, path: path ?? name }))
  const abilities = {
    ignores: IGNORES[dialect],
    samplers: [...matched.keys()],
    loras: files.map(({ id }): ImageLora => ({ id, name: id, hash: '', bytes: 0, problem: null })),
  }
  return {
    models: models.map(({ title, model_name: name, sha256 }) => {
      const nativeSize = guessNativeSize(name)
      const controls = controlsOf(controlNet, { name, nativeSize })
      const found = [...controls].flatMap(([kind, { module }]) => (module === null ? [] : [kind]))
      const features = [...FEATURES[dialect], ...found.map(controlFeature)]
      const followsMaps = MAP_KINDS.filter((kind) => controls.has(kind))
      const model: ImageModel = {
        id: name,
        name: readableName(name),
        description: '',
        hash: sha256 && SHA256.test(sha256) && !PLACEHOLDER.test(sha256) ? sha256 : '',
        nativeSize,
        maxTokens: LIMITS.maxTokens,
        licence: '',
        sizes: LIMITS.sizes,
        maxImages: LIMITS.maxImages,
        maxSteps: LIMITS.maxSteps,
        priceClass: 'standard',
        features,
        ...(followsMaps.length > 0 && { followsMaps }),
        ...abilities,
      }
      return { title, model, controls }
    }),
    samplers: matched,
    upscalers: chooseUpscalers((upscalers ?? []).map(({ name }) => name)),
    loras: files,
  }
}

const Options = z.object({ sd_model_checkpoint: z.string().nullish() })

/** The model that a server has in memory; undefined where it does not tell. Throws RemoteError. */
export async function readLoadedModel(
  server: RemoteServer,
  { models }: Abilities,
): Promise<string | undefined> {
  const options = await ifThere(server.call('/sdapi/v1/options', Options, { timeoutMs: READ_MS }))
  const title = options?.sd_model_checkpoint
  return title ? models.find((entry) => entry.title === title)?.model.id : undefined
}

/** Older servers and forks lack some of the lists. */
async function ifThere<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof RemoteError && error.status === 404) return null
    throw error
  }
}

/** `photon_v1.safetensors` is shown as `photon v1`. */
const readableName = (name: string) =>
  name
    .replace(/^.*[\\/]/, '')
    .replace(/\.(?:safetensors|ckpt|gguf)$/i, '')
    .replace(/_+/g, ' ')

/** No server tells; larger families say so in their names. */
const guessNativeSize = (name: string) =>
  /xl|pony|illustrious|noob|flux|sd3|sd_3|z.?image|qwen/i.test(name) ? 1024 : 512

/** Networks that were trained to enlarge come before plain filters; a filter in latent space needs too strong a second pass. */
function chooseUpscalers(names: string[]): string[] {
  const score = (name: string) =>
    /esrgan|realesr|dat|swin/i.test(name) ? 2 : /lanczos/i.test(name) ? 1 : 0
  return names.filter((name) => score(name) > 0).toSorted((a, b) => score(b) - score(a))
}
