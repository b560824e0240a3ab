import type { GenerationRequest } from '#contract/generation-request.ts'
import type { UnsaidQuote } from '#contract/quotes.ts'
import type { JobType } from '#contract/prediction-images.ts'
import type { PlanName } from '#contract/users.ts'
import type { AppError } from '#server/platform/errors.ts'
import type { SourceType } from '#server/domains/media/index.ts'
import type {
  Beginning,
  Continuation,
  DrawnAfter,
  Engine,
  EngineImage,
  EngineOperation,
  EngineRegistry,
  EngineVideo,
  ExtendedVideo,
  Following,
  FoundFace,
  ImageSource,
  LoraReference,
  Pool,
  SubjectName,
  TriedSwapProblem,
} from '#server/engines/spec/index.ts'
import type { Text } from '#server/texts/index.ts'

/** Credits for work by networks that administrators added; 0: as the price list says. */
export interface AddedPrices {
  readonly remove_background: number
  readonly remove_object: number
  readonly pro_upscale: number
}

/** What a job keeps of its request, with every default filled in and the size of its pictures. */
export type StoredParameters = Record<string, unknown> & { width: number; height: number }

/** A picture that a request starts from. */
export interface InputPicture {
  /** The field that names it. */
  field: string
  id: string
  /** True: it must be an image that this person uploaded; one that was made here is refused. */
  uploadsOnly: boolean
  /** True: it must be a video that this person made. */
  video?: boolean
}

/** The inputs by field, each with its file and size; null: there is no such image, or this person may not use it. */
export type FoundInputs = Readonly<Record<string, FoundInput | null>>

export interface FoundInput {
  storageKey: string
  width: number
  height: number
  /** Where a video was asked for; the rest is of its first frame. */
  video?: FoundVideo
}

export interface FoundVideo {
  storageKey: string
  lastFrameKey: string
  provider: string
  /** Seconds. */
  duration: number
  /** Null: it cannot be extended. */
  continuation: Continuation | null
}

/** What a request is checked with. */
export interface ResolveContext {
  engines: EngineRegistry
  addedPrices: AddedPrices
  /**
   * The faces of a picture, the largest first. Throws `AppError` `unavailable`, or `invalid` naming the field if it
   * cannot be read.
   */
  findFaces(field: string, picture: FoundInput): Promise<readonly FoundFace[]>
  /** The LoRAs among `names` that the sender trained, or that are shared with them. */
  findOwnLoras(names: readonly string[]): Promise<readonly OwnLora[]>
  /** What a training learned that the sender may use; null: there is none of this id, or it is not done. */
  findTraining(id: string): Promise<OwnLora | null>
}

/** The process that looks at images before a price is told. */
export interface ForeseeContext {
  /** Whether an engine is unsure where the foreground of a picture ends. False where that is not known in time. */
  doubtsEdges(engine: string, picture: FoundInput): Promise<boolean>
  /** Whether pro would enlarge a picture nearly as the fast way does. False where that is not known in time. */
  looksSameByPro(engine: string, picture: FoundInput, scale: 2 | 3 | 4): Promise<boolean>
  /** Says what would be wrong with swapped faces; null: nothing, or not known in time. */
  triesSwap(
    engine: string,
    swap: {
      /** For whom it is tried. */
      userId: string
      source: FoundInput
      target: FoundInput
      pairs: { source: number; target: number }[]
    },
  ): Promise<TriedSwapProblem | null>
}

/** A LoRA that somebody trained, and that the sender may use. */
export interface OwnLora {
  /** What requests and prompts name. */
  id: string
  /** SHA-256 of its file. */
  hash: string
  /** The model version that it is for. */
  model: string
  /** What prompts may name, where its own photos lead drawings. */
  subject: SubjectName | null
  /** What it shows. */
  kind: 'person' | 'pet' | 'style' | 'object'
  /** It was trained on photos of its owner's child. */
  ofChild: boolean
}

/** What a LoRA brings to a drawing. */
export type OwnLoraFiles = Pick<LoraReference, 'subject' | 'learned' | 'keptAs'> & {
  file: Uint8Array
}

/** Encoded files by field. */
export type InputFiles = Readonly<Record<string, Uint8Array>>

/** Root-relative addresses by field, that need no sign-in, for a day. */
export type InputUrls = Readonly<Record<string, string>>

/** A request that can be made. */
export interface ResolvedJob<P> {
  /** Name of the engine that will do it. */
  engine: string
  /** SHA-256 of the weights; null where there are none. */
  modelHash: string | null
  parameters: P
  /** The price, where it depends on the model; left out: that of the kind. */
  price?: Price
  /** Shown with the quote: advice for a better result, and settings that will not be followed. */
  warnings?: UnsaidQuote['warnings']
  /** The company that is given what it starts from, where whoever orders it has not chosen its model; a quote is bound to it. */
  photosGoTo?: string
  /** Which words of the prompt the model can draw; left out or null: any. */
  words?: WordsRead | null
}

/** How a model that draws only known things understands a prompt. */
export interface WordsRead extends Pick<
  UnsaidQuote,
  'understood' | 'unknown' | 'left_out' | 'same_styles'
> {
  /** The error for a prompt of which nothing can be drawn; null: it can be drawn. A retry of an older request finds its job all the same. */
  refusal: AppError | null
  /** Whether the main thing is a person; left out: no. */
  isOfPerson?: boolean
}

export interface Price {
  /** Credits for one output. */
  credits: number
  /** What they are for, as a quote says it. */
  label: Text
}

/** What one attempt of a job is to make. */
export interface Order<P> {
  parameters: P
  seed: number | null
  /** Outputs that are still missing. */
  indexes: number[]
  files: InputFiles
  urls: InputUrls
  /** The inputs that were asked for as videos. */
  videos: Readonly<Record<string, ExtendedVideo>>
  beginning: Beginning
  /** What a trained LoRA is that whose job it is may use now; null if it is none. */
  readOwnLora(name: string): Promise<OwnLoraFiles | null>
}

/** What the work of a kind is counted in; kinds of one unit share the measure of how fast an engine is. */
export type WorkUnit = 'step' | 'megapixel' | 'tile' | 'frame' | 'second'

/** The seeds of a kind of job. */
export interface Seeds<P> {
  /** Whether the same parameters always make the same, so that a job can be found again by them. */
  isFixed(parameters: P): boolean
  /** Chooses the seeds that a request left open. The seed is null for kinds without one. */
  draw(parameters: P): { parameters: P; seed: number | null }
}

/**
 * All that the domain knows of one kind of job. The rest of the domain asks only this, and knows no kind by name.
 * R is its request and P what a job keeps of it.
 */
export interface Kind<R = GenerationRequest, P = StoredParameters> {
  readonly type: JobType
  /** In quotes and statements, as `Image generation`. */
  readonly title: Text
  /** As it stands within a sentence: `image generation`. */
  readonly inSentence: Text
  /** In which line of its engine a job waits; what draws waits with drawings. */
  pool(parameters: P): Pool
  /** Whether several requests can be one batch. */
  readonly inBatches: boolean
  readonly unit: WorkUnit
  /** The text that is moderated before credits are held; null: there is none. Results are always moderated. */
  readonly moderation: {
    prompt(parameters: P): string | null
    /** What is not wanted in the image; left out: it takes no such words. */
    negative?(parameters: P): string | null
  }
  /**
   * What becomes of people in its inputs: it always shows somebody real (`always`), makes something new of whoever is there
   * (`remade`), or shows the same picture in another form (`kept`). Of the first two, real people are neither undressed nor
   * sexualised.
   */
  readonly likeness: 'always' | 'remade' | 'kept'
  /** Engines may measure faces for it, which needs the consent of whoever orders it. */
  readonly measuresFaces?: true
  /** Engines look at its result and may end it unpaid, which is allowed so many times a day. */
  readonly judgesResult?: true
  /** Never of a child, not even by its parents. */
  readonly refusesChildren?: true
  /** `early`: small previews, until three quarters of the work are done. */
  readonly preview: 'early' | 'none'
  /** Whether results can carry the watermark: what is drawn does, changed pictures do not. */
  readonly watermark: boolean
  readonly seeds: Seeds<P>
  /** The source type that is written into its results, for inputs that are photographs. */
  sourceType(parameters: P): SourceType
  /** The plan that is needed at least; left out: any. */
  readonly minimumPlan?: PlanName

  /** The pictures that it starts from. Whether this person may use them is checked elsewhere, for all kinds alike. */
  inputs(asked: R | P): InputPicture[]
  /** The faces that it makes something of, by the field and the number of the face: whose they are is asked where one looks young. */
  facesUsed?(parameters: P): { field: string; index: number }[]
  /** Checks a request, fills it in and chooses its engine. Throws `AppError` `invalid` or `unavailable`. */
  resolve(context: ResolveContext, request: R, inputs: FoundInputs): Promise<ResolvedJob<P>>
  /**
   * What can be seen before of how its result will be; only quotes ask. Left out: nothing.
   * @param context.userId who asks
   * @param resolved the same request, checked
   * @throws {AppError} `invalid` where it would not be delivered
   */
  foresee?(
    context: ForeseeContext & { userId: string },
    resolved: Pick<ResolvedJob<P>, 'engine' | 'parameters' | 'price'>,
    inputs: FoundInputs,
  ): Promise<UnsaidQuote['warnings']>
  /** How many pictures come of it. */
  outputs(parameters: P): number
  price(parameters: P): Price
  /** Whether work by a network that was added to an engine may have a price of its own: `price` holds for all other work. */
  hasAddedPrice?: boolean
  /** Work of one output, in `unit`: for deadlines, estimates and progress. */
  work(parameters: P): number

  /** The part of an engine that does it. */
  part(engine: Engine): Following<EngineImage> | Following<EngineVideo> | undefined
  /**
   * Names of the engines that can do the very same now, the preferred one first: they take over when the engine that was
   * chosen cannot. Left out: no other ever does.
   */
  standIns?(engines: EngineRegistry, parameters: P, modelHash: string | null): Promise<string[]>
  /** Image among its files that it draws over; undefined, or left out: none. */
  source?(parameters: P, files: InputFiles): ImageSource | undefined
  /** Begins an attempt. Throws `EngineError`. */
  begin(engine: Engine, order: Order<P>): Promise<EngineOperation>

  /** The request that makes one picture again. */
  again(parameters: P, picture: { seed: number | null; index: number }): Record<string, unknown>
  /** How one picture was made, as text in its file. */
  describe(
    parameters: P,
    picture: { seed: number | null; index: number; drawnAfter?: readonly DrawnAfter[] | undefined },
    modelHash: string | null,
  ): string
}
