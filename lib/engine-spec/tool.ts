import type { ImageRequest } from './image.ts'
import type { EngineImage, Operations, UsedNetwork } from './operation.ts'

/** Cuts out what is in the foreground: the result has the size of `image` and is transparent behind it. */
export interface RemoveBackgroundRequest {
  tool: 'remove_background'
  /** Encoded file (PNG, JPEG, WebP). Its orientation tag is followed. */
  image: Uint8Array
  /** An encoded file of the size of `image`: white is foreground, black is not, middle grey is as it was found. */
  correction?: Uint8Array
  /** Put behind what was cut out, as it is. */
  background?: Background
  /** A soft shadow under what was cut out. */
  shadow?: boolean
  /** The result is only as large as what was cut out, with its shadow. */
  crop?: boolean
  /** The result has this size, what was cut out in the middle, as large as it fits; what the image cuts off below stands on its lower side. */
  frame?: OutputFrame
}

/** Pixels, and the room around what is in it as a share of the shorter side. */
export interface OutputFrame {
  width: number
  height: number
  margin: number
}

/** Enlarges, keeping what is transparent. */
export interface UpscaleRequest {
  tool: 'upscale'
  image: Uint8Array
  scale: 2 | 3 | 4 | 8
  /** By the larger network: slower, nearer to the original. Only so by 8. */
  pro: boolean
}

/** Puts faces of one picture in the place of faces of another; the result is the other, changed there only. */
export interface SwapFacesRequest {
  tool: 'swap_faces'
  source: Uint8Array
  target: Uint8Array
  /** Faces as {@link ToolEngine.findFaces} numbers them. */
  pairs: { source: number; target: number }[]
}

/** Draws all faces clearer that are not sharp; nothing outside of them changes. */
export interface FixFacesRequest {
  tool: 'fix_faces'
  image: Uint8Array
}

/** Shows the person of a portrait in some looks, `count` pictures of each: those of the first look come first. */
export interface DrawAvatarsRequest {
  tool: 'draw_avatars'
  image: Uint8Array
  /** Ids of {@link AvatarLook}. */
  looks: string[]
  count: number
  /** Pictures to make, of 0 to looks x count - 1. */
  indexes: number[]
  /** 0 to 2^32 - 1; picture `i` uses `seed + i` modulo 2^32. */
  seed: number
}

/** Shows head and shoulders of a portrait's person before some backgrounds, relit; their attire stays. */
export interface TakeHeadshotsRequest {
  tool: 'take_headshots'
  image: Uint8Array
  /** Ids of {@link HeadshotScene}; picture `i` is before the `i`-th. */
  backgrounds: string[]
  framing: 'close' | 'shoulders'
  /** Pictures to make, of 0 to backgrounds - 1. */
  indexes: number[]
}

export interface Colour {
  red: number
  green: number
  blue: number
}

/**
 * What lies behind a subject: an encoded file, which is scaled to cover it and cut in the middle, a colour, or one that
 * goes over into another. `angle` is where it goes, degrees clockwise: 0 upwards, 90 to the right.
 */
export type Background = Uint8Array | Colour | { from: Colour; to: Colour; angle: number }

/** Puts what is in the foreground on a background, in that background's light. */
export interface ReplaceBackgroundRequest {
  tool: 'replace_background'
  image: Uint8Array
  /**
   * Drawn by the engine's image model first, where it is an order for one picture; also a {@link HeadshotScene} by its id, or what is
   * there, far out of focus.
   */
  background: Background | ImageRequest | { scene: string } | { blurred: true }
}

/** Paints what is around a thing over it; the result differs from `image` under the mask only. */
export interface RemoveObjectRequest {
  tool: 'remove_object'
  image: Uint8Array
  /** An encoded file of the size of `image`: white is painted over, black stays, grey is mixed. */
  mask: Uint8Array
}

/** Changes the first of some pictures as words say, with the others to take from; pictures `indexes`, of seeds of their own. */
export interface EditImageRequest {
  tool: 'edit_image'
  /** {@link ToolModel.id} */
  model: string
  /** 1 to {@link ToolModel.maxInputs} encoded files. */
  images: Uint8Array[]
  prompt: string
  indexes: number[]
  /** 0 to 2^32 - 1; picture `i` uses `seed + i` modulo 2^32. */
  seed: number
}

/** Runs a workflow of the operator's own, whose result may have any size. */
export interface RunWorkflowRequest {
  tool: 'run_workflow'
  /** {@link ToolModel.id} */
  model: string
  /** An encoded file, and words: each where the workflow takes it. */
  image?: Uint8Array
  prompt?: string
  /** Of the image, or of what is made without one; a workflow may make something of another size. */
  width: number
  height: number
  indexes: number[]
  /** 0 to 2^32 - 1; picture `i` uses `seed + i` modulo 2^32. */
  seed: number
}

/** An order to change a picture that is there. A new tool is a new member. */
export type ToolRequest =
  | RemoveBackgroundRequest
  | UpscaleRequest
  | SwapFacesRequest
  | FixFacesRequest
  | DrawAvatarsRequest
  | ReplaceBackgroundRequest
  | RemoveObjectRequest
  | TakeHeadshotsRequest
  | EditImageRequest
  | RunWorkflowRequest
export type ToolName = ToolRequest['tool']

/** A face that was found in a picture. */
export interface FoundFace {
  /** Place in the list; the largest face is 0. */
  index: number
  /** In pixels of the picture as it is shown. */
  box: { x: number; y: number; width: number; height: number }
  /** How far the head is turned, degrees. */
  yaw: number
  /** True if it is so sharp that fixing leaves it alone; left out if that is not known. */
  sharp?: boolean
  /** True if dark glasses, a hand or hair cover its eyes; left out otherwise, or if that is not known. */
  eyesCovered?: true
  /** What it looks like, as numbers of length 1 together, where that was asked for: those of one person are alike. */
  identity?: readonly number[]
  /** How old it looks, an estimate in years; left out if that is not known. */
  age?: number
  /** How it is shown; left out if that is not known. */
  view?: FaceView
}

/** How a face is shown: what decides whether it can be used for another image. */
export interface FaceView {
  /** How far the head looks down (positive) or up, degrees. */
  pitch: number
  /** Its skin's lightness, 0 to 255, and hue: blue and red as in JPEG. */
  light: number
  blue: number
  red: number
  /** How much lighter the left half is than the right one, stops; negative: darker. */
  side: number
  /** How far places differ beyond that from those of the other half, stops: hair, hands and hard shadows. */
  uneven: number
  /** How far hues of both halves differ: lamps of several colours. */
  hues: number
  /** How far edges are spread, pixels of a face of 128 pixels. */
  blur: number
  /** How far the lips are apart, as a part of the mouth's width. */
  mouth: number
  /** Height of the eye that is less open, as a part of its width. */
  eyes: number
  glasses: boolean
  beard: boolean
}

/**
 * Why a swapped face does not look right: too much of the old one is left (`torn`), it is not like the wanted person
 * (`unlike`), its border is seen (`border`), or its light and color do not fit (`light`).
 */
export type SwapProblem = 'torn' | 'unlike' | 'border' | 'light'

/** A fault that a trial finds, which measures nobody's identity. */
export type TriedSwapProblem = Exclude<SwapProblem, 'unlike'>

/** A way to show a person. */
export interface AvatarLook {
  id: string
  name: string
  /** Edge of its pictures, which are square, in pixels. */
  edge: number
}

/** What a headshot may have behind the person. */
export interface HeadshotScene {
  id: string
  name: string
}

/** How near everything in a picture is. */
export interface FoundDepth {
  /** A grey PNG of the picture's shape: the lighter, the nearer. */
  map: Uint8Array
  /** The network that found it. */
  by: UsedNetwork
}

/** A place of a picture, in parts of its width and height, that belongs to an object or does not. */
export interface PointedAt {
  x: number
  y: number
  isPart: boolean
}

/** A picture in which somebody points at objects, again and again. */
export interface PointedPicture {
  /** The same for the same picture alone. */
  key: string
  /** Its file; asked for only where the picture is not remembered. */
  read(): Promise<Uint8Array>
}

/** What was selected. */
export interface Selected {
  /** A PNG of the picture's shape: white is selected, black is not. */
  mask: Uint8Array
  /** What it took, milliseconds. */
  ms: number
}

/** What does a tool's work. */
export interface ToolModel {
  tool: ToolName
  /** Stable id of the weights. */
  id: string
  name: string
  /** SHA-256 of the weights; jobs record it. */
  hash: string
  licence: string
  /** Largest picture that it takes: pixels on one side, and in all. */
  maxEdge: number
  maxPixels: number
  /** Whether it takes pictures alone and none of the options: no background or shadow, no choice among faces, no pro. */
  plain?: boolean
  /** For enlarging: whether the same network works with and without pro, which a quote then says. */
  sameForPro?: boolean
  /** An administrator added the network that does the work; operators may price that otherwise. */
  isAdded?: boolean
  /** For an edit, a workflow, and avatars of a service: credits for an image. Left out: as the price list says. */
  credits?: number
  /** Billed to its operator for an image up to one megapixel, about, in millionths of a US dollar; left out: nothing. */
  costMicros?: number
  /** For an edit: how many pictures it can start from. */
  maxInputs?: number
  /** For a workflow: what it needs, and the size that is made without an image, pixels. */
  takes?: { image: boolean; prompt: boolean; size: { width: number; height: number } }
}

/** The part of an engine that works on pictures that are there. */
export interface ToolEngine extends Operations<ToolRequest, EngineImage> {
  /** A model for each tool that can be used now, each that edits, and each workflow; reads descriptions only. */
  models(): Promise<ToolModel[]>
  /** Those of an engine that is kept from new work; left out: none. */
  restingModels?(): Promise<{ id: string }[]>
  /**
   * The faces of a picture, the largest first. Throws `EngineError`.
   * @param described whether the identity of the largest is wanted too
   */
  findFaces?(image: Uint8Array, described?: boolean): Promise<FoundFace[]>
  /** Whether it is unsure where the foreground of a picture ends, before any work; null: nothing is known. Throws `EngineError`. */
  doubtsEdges?(image: Uint8Array): Promise<boolean | null>
  /**
   * Whether an image enlarged by pro would look nearly as by the fast way, before any work; null: nothing is known. Throws
   * `EngineError`.
   */
  looksSameByPro?(image: Uint8Array, scale: 2 | 3 | 4): Promise<boolean | null>
  /**
   * Swaps faces without delivering anything, and says what would be wrong with the result; null: nothing. Nobody's identity
   * is measured for it. Throws `EngineError`.
   */
  triesSwap?(swap: SwapFacesRequest): Promise<TriedSwapProblem | null>
  /** Whether it selects what lies where somebody points, now; left out: never. */
  selects?(): Promise<boolean>
  /** Whether it finds how near everything in a picture is, now; left out: never. */
  findsDepth?(): Promise<boolean>
  /** How near everything in a picture is; null: nothing finds it any more. Throws `EngineError`. */
  findDepth?(image: Uint8Array): Promise<FoundDepth | null>
  /** Selects what lies at some places of a picture; null: nothing selects any more. Throws `EngineError`. */
  select?(picture: PointedPicture, points: readonly PointedAt[]): Promise<Selected | null>
  /** The company that is given the images, as people know it; left out: they stay on the operator's machines. */
  readonly imagesGoTo?: string
  /** The looks that it can draw; only of an engine with the tool `draw_avatars`. */
  avatarLooks?(): readonly AvatarLook[]
  /** Its backgrounds, and the size of its pictures in pixels; only of an engine with the tool `take_headshots`. */
  headshots?(): { scenes: readonly HeadshotScene[]; width: number; height: number }
}
