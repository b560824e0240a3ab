/**
 * What the domain `jobs` may ask of an engine that makes pictures. An engine never sees a user, a
 * credit or a database row: it takes a request that is complete (every default filled in, seed fixed) and
 * hands back files.
 */
import type { MapKind } from '#contract/jobs/drawing.ts'
import type { ControlKind } from '#contract/values/jobs/drawing.ts'
import type { Finish } from '#contract/jobs/finishes.ts'
import type { Sampler } from '#contract/samplers.ts'
import type { ImageSource } from './image-source.ts'
import type { EngineImage, Operations } from './operation.ts'
import type { Said } from '../text.ts'

/** A LoRA that is added to the model for one request. `weight` 0-2. */
export interface LoraReference {
  model: string
  weight: number
  /** A safetensors file; left out: the engine has it under that name. */
  file?: Uint8Array
  /** The name by which the engine that trained it keeps it, where it draws by that. */
  keptAs?: string
  /** What it learned, as prompts name it; left out of a style, and of one that nobody trained here. */
  learned?: SubjectName
  /** What it was trained on, for models whose drawings are led by images; others draw by the file alone. */
  subject?: LoraSubject
}

/** What prompts may name of a LoRA that was trained on one subject. */
export interface SubjectName {
  name: string
  kind: 'person' | 'pet' | 'object'
}

/** A subject with its own photos, which are used for this request and kept nowhere else. */
export interface LoraSubject extends SubjectName {
  /** PNG or WebP files, transparent around the subject; at least one. */
  pictures: readonly Uint8Array[]
}

/** Leads a drawing by what an image shows (ControlNet), or by how it looks (IP-Adapter). */
export interface ImageControl {
  kind: ControlKind
  /** Encoded file (PNG, JPEG, WebP) as it was given; the engine finds the edges, the depth or the poses in it. */
  image: Uint8Array
  /** `image` is the map already: nothing has to be found in it. */
  isMap?: true
  /** 0-2; 1: as the ControlNet was trained. */
  strength: number
  /** Shares of all steps, `start` < `end`: it leads between them. */
  start: number
  end: number
}

/** What of an image is to be shown. */
export interface ControlToShow extends Pick<ImageControl, 'image'> {
  kind: MapKind
}

/** Draws at the model's own size, enlarges, and draws over the result in its larger size. */
export interface HiresPass {
  /** 1 to 4, from the model's own size to that of the second pass. */
  scale: number
  /** Steps of the second pass at full strength; 0: as many as the first pass has. */
  steps: number
  /** As {@link ImageSource.strength}. */
  strength: number
}

/** Leads the noise of a picture towards that of another seed. */
export interface Variation {
  /** Picture `i` goes towards seed `(seed + i) mod 2^32`. */
  seed: number
  /** 0 (the picture of the request's seed) to 1 (that of this one). */
  strength: number
}

/** A complete order for one job: one attempt may make only some of its picture indexes. */
export interface ImageRequest {
  type: 'TTI' | 'ITI'
  /** Model version id as in {@link ImageModelCard.id}. */
  model: string
  /** In the syntax of `contract/prompt-syntax.ts`, without LoRA tags. */
  prompt: string
  negativePrompt: string
  /**
   * Output size in pixels, 64-2048, multiples of 8. With a mask or with padding the result has the size of the
   * source plus its padding instead, which may be any up to 2048.
   */
  width: number
  height: number
  /** Picture indexes to make; picture `i` uses seed `(seed + i) mod 2^32`. */
  indexes: number[]
  /** 0 to 2^32 - 1. */
  seed: number
  steps: number
  guidanceScale: number
  sampler: Sampler
  loras: LoraReference[]
  /** Only with type ITI. */
  source?: ImageSource
  /** A second pass at a larger size; not together with a mask or with padding. */
  hires?: HiresPass
  variation?: Variation
  /** 0 to 1: how much of the contrast that guidance adds is taken back; left out: none. */
  guidanceRescale?: number
  /** Each of a kind that the model has as a feature; all of them lead at once. */
  controls?: ImageControl[]
  /** Its things alone, on a transparent ground; of models with that feature. Left out: a whole image. */
  finish?: Finish
}

/** Names of optional abilities; the web app shows what is missing as disabled. */
export type ImageFeature =
  | 'negative_prompt'
  | 'image_to_image'
  | 'inpaint'
  | 'outpaint'
  | 'hires'
  | 'variation'
  | 'guidance_rescale'
  | 'loras'
  /** Image to image keeps what an image shows, so that parts of it can be drawn over with more detail. */
  | 'refine'
  /** Its things can be delivered alone, on a transparent ground. */
  | 'finish'
  /** Only with nothing behind them: no sticker's border is drawn around. */
  | 'transparent'
  /** It draws people as photographs show them, and a LoRA trained on somebody's photos draws that person. */
  | 'photo_person'
  | `control_${ControlKind}`

/**
 * What a model does not follow though it can be asked for; a quote says so. `prompt_timing`: what a prompt changes
 * between steps; `prompt_breaks`: `BREAK`; `prompt_weights`: brackets and weights.
 */
export type IgnoredSetting =
  | 'prompt_timing'
  | 'prompt_breaks'
  | 'prompt_weights'
  | 'steps'
  | 'guidance_scale'
  | 'sampler'

/** What a model is. */
export interface ImageModelCard {
  /** Stable id that requests name. */
  id: string
  name: string
  description: string
  /** SHA-256 of the weights; jobs record it so that a picture can be reproduced. */
  hash: string
  nativeSize: number
  /** Tokens that the text encoder reads at once; a longer prompt is read in several chunks of so many. */
  maxTokens: number
  licence: string
  /** `known_things`: only what it has in a collection, see {@link ImageEngine.understand}. Left out: anything. */
  draws?: 'known_things' | 'anything'
}

/** Which line of the price list pictures of a model are charged by. */
export type PriceClass = 'standard'

/** Settings that suit a model where they are not those of the product. */
export interface DrawingDefaults {
  steps: number
  /** 1: none. */
  guidanceScale: number
  sampler: Sampler
}

/** What can be asked of a model; read by validation and, through the API, by the web app. */
export interface ImageAbilities {
  /** Width and height in pixels, each a multiple of `step`. */
  sizes: { min: number; max: number; step: number }
  samplers: readonly Sampler[]
  features: readonly ImageFeature[]
  /** Kinds that it follows by a map ({@link ImageControl.isMap}), also where its engine finds none in a photo. Left out: none. */
  followsMaps?: readonly MapKind[]
  /** True: it draws over parts of an image alone, and nothing from words. Left out: it draws from words. */
  needsMask?: boolean
  /** Left out: it follows everything. */
  ignores?: readonly IgnoredSetting[]
  /** For a model with the feature `loras`: those that its engine has. */
  loras: readonly ImageLora[]
  /** Left out: the product's. */
  defaults?: DrawingDefaults
  maxImages: number
  maxSteps: number
  priceClass: PriceClass
  /** Credits for an image up to one megapixel; left out: 1. Larger ones cost as many times more as the price list says. */
  credits?: number
  /** What its operator is billed for an image up to one megapixel, about, in millionths of a US dollar; left out: nothing. */
  costMicros?: number
}

export interface ImageModel extends ImageModelCard, ImageAbilities {}

/** A LoRA file of an engine. */
export interface ImageLora {
  /** What requests and prompts name. */
  id: string
  name: string
  /** SHA-256 of its weights; empty if it cannot be used. */
  hash: string
  bytes: number
  /** Why it cannot be used, in one line for the operator. */
  problem: string | null
}

/** Whether a LoRA can be added to a model. */
export interface LoraFit {
  id: string
  /** As {@link ImageLora.hash}. */
  hash: string
  /** Why not, in one sentence for the person who asks. */
  problem: Said | null
}

/** How a model reads a prompt. */
export interface PromptReading {
  /** Tokens of its words, without those that the model needs around them. */
  tokens: number
  /** Chunks of {@link ImageModelCard.maxTokens} that it takes. */
  chunks: number
  /** Words that do not reach the model, because it does not know them, in lower case, each once. */
  ignored: string[]
}

/** What a model that draws only the things that it knows makes of a prompt. */
export interface Understanding {
  /** What will be seen, each with a small picture (`data:` URL) where there is one. */
  understood: { text: string; picture: string | null }[]
  /** Known things that will not be seen, as in "a fox with a hat". */
  leftOut: string[]
  /** Words that mean nothing to the model. */
  unknown: string[]
  /** Style words in which what will be seen comes out the same, in groups of two or more; left out: not known. */
  sameStyles?: string[][]
  /** Whether the main thing is a person, who is drawn after a collection and not as anybody looks; left out: no. */
  isOfPerson?: boolean
  /** Null if what the prompt is about is known; else things to ask for instead: nothing must be drawn. */
  suggestions: string[] | null
}

/** What is looked for among the things of a model that draws from a collection. */
export interface ThingSearch {
  /** In English or Spanish; empty: any. */
  search: string
  category: string | null
  /** Of the names in the answer. */
  language: 'en' | 'es'
}

/** Some of the things of a model, of `total` that were found. */
export interface FoundThings {
  categories: readonly string[]
  /** Each with a small picture (`data:` URL) where there is one. */
  things: {
    name: string
    names: { en: string; es: string }
    category: string
    picture: string | null
  }[]
  total: number
}

/** The part of an engine that draws. */
export interface ImageEngine extends Operations<ImageRequest, EngineImage> {
  /** Those that can be used now, the preferred one first; reads descriptions only. */
  models(): Promise<ImageModel[]>
  /** Those of an engine that is kept from new work; left out: none. */
  restingModels?(): Promise<{ id: string }[]>
  /** For models with the feature `loras`: whether each LoRA exists and fits the model. */
  fitLoras?(model: string, ids: readonly string[]): Promise<LoraFit[]>
  /**
   * What a control of this kind would follow in an image: its edges, depth or poses as a PNG, PNG or JPEG in. Of models
   * with that feature, where the engine can show it.
   */
  showControl?(model: string, control: ControlToShow, signal: AbortSignal): Promise<Uint8Array>
  /** Reads a prompt as the model will, for the page to say so. */
  readPrompt?(model: string, text: string): Promise<PromptReading>
  /**
   * What of a prompt a model would draw; null for a model that draws whatever is said.
   * @param asked.subject of a LoRA that goes with it, by its own photos
   * @param asked.isAlone whether nothing is to be behind its things
   */
  understand?(
    model: string,
    prompt: string,
    steps: number,
    asked?: { subject?: SubjectName | undefined; isAlone?: boolean },
  ): Promise<Understanding | null>
  /** The things that a model can be asked for by name; none for a model that draws whatever is said. */
  things?(
    model: string,
    search: ThingSearch,
    range: { from: number; count: number },
  ): Promise<FoundThings>
}
