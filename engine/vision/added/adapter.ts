import { z } from 'zod'

const ThreeShares = z.tuple([z.number(), z.number(), z.number()])

/** A network that marks the foreground of an image. */
const ForegroundAdapter = z.strictObject({
  slot: z.literal('foreground'),
  /** Width and height of its input, pixels. */
  edge: z.int().min(32).max(2048),
  /** Red, green and blue as shares of 1 minus `mean`, divided by `deviation`. */
  mean: ThreeShares,
  deviation: ThreeShares,
  /** How an output becomes a certainty of 0 to 1: as it is, through the logistic function, or stretched from its least to its greatest value. */
  output: z.enum(['probability', 'logits', 'stretched']),
})

/** A network that paints over a hole: an image of 0 to 1 and a mask (1: paint here), both of `edge` x `edge` pixels. */
const InpaintingAdapter = z.strictObject({
  slot: z.literal('inpainting'),
  edge: z.int().min(32).max(2048),
  /** Names of its inputs. */
  image: z.string().min(1),
  mask: z.string().min(1),
  /** White in its output. */
  white: z.union([z.literal(1), z.literal(255)]),
})

/** A network that enlarges images of 0 to 1, tile by tile. */
const UpscalingAdapter = z.strictObject({
  slot: z.literal('upscaling'),
  factor: z.literal(4),
  /** Edges of its input must be multiples of this. */
  multiple: z.int().min(1).max(64),
  /** Greatest edge of a tile of its input, pixels; memory grows with it. */
  tile: z.int().min(32).max(512),
  /** Pixels to each side of its input that one pixel of the output depends on, as far as can be seen. */
  reach: z.int().min(0).max(64),
})

/** A network that tells how near everything in an image is: greater is nearer, in no unit. */
const DepthAdapter = z.strictObject({
  slot: z.literal('depth'),
  /** Width and height of its input and of its output, pixels. */
  edge: z.int().min(32).max(2048),
  /** As of {@link ForegroundAdapter}. */
  mean: ThreeShares,
  deviation: ThreeShares,
})

/**
 * Two networks that select what lies where somebody points. The first looks at an image once: fitted into a square from the
 * upper left, what is left of which is zero. Its outputs are inputs of the second, of the same names, beside the points (pixels
 * of that square) and their labels (1: of the object, 0: not of it). The second gives logits of several masks and a score of each.
 */
const SelectionAdapter = z.strictObject({
  slot: z.literal('selection'),
  /** Of the square, pixels. */
  edge: z.int().min(32).max(2048),
  /** As of {@link ForegroundAdapter}. */
  mean: ThreeShares,
  deviation: ThreeShares,
  /** Names of inputs and outputs of the second. */
  points: z.string().min(1),
  labels: z.string().min(1),
  masks: z.string().min(1),
  scores: z.string().min(1),
})

/** What a network takes and gives: all that the engine has to know to run one of this kind. */
export const NetworkAdapter = z.discriminatedUnion('slot', [
  ForegroundAdapter,
  InpaintingAdapter,
  UpscalingAdapter,
  DepthAdapter,
  SelectionAdapter,
])
export type NetworkAdapter = z.infer<typeof NetworkAdapter>
export type NetworkSlot = NetworkAdapter['slot']
export type AdapterOf<Slot extends NetworkSlot> = Extract<NetworkAdapter, { slot: Slot }>

/** Work that a network can be added for. */
export const NETWORK_SLOTS = [
  'foreground',
  'inpainting',
  'upscaling',
  'depth',
  'selection',
] as const satisfies readonly NetworkSlot[]
