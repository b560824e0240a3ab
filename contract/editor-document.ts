import { z } from 'zod'
import { fault } from './said.ts'
import { EDITOR_DOCUMENT_LIMITS, EDITOR_DOCUMENT_VERSION } from './values/editor-document.ts'

/**
 * What the image editor works on: an image and the list of what was done to it. Plain JSON; files (the image, what came
 * from a job) are named by ids and kept beside it.
 */

const { edge, operations, points, texts, strokes } = EDITOR_DOCUMENT_LIMITS

const Asset = z.uuid()
/** Far outside the image, too: what was drawn there counts once the image is extended. */
const Coordinate = z.number().min(-100_000).max(100_000)
const Point = z.strictObject({ x: Coordinate, y: Coordinate })
/** Outpainting and turning make an image larger than what was opened. */
const Side = z
  .int()
  .min(1)
  .max(4 * edge)
const Box = z.strictObject({
  x: z.int().min(-100_000).max(100_000),
  y: z.int().min(-100_000).max(100_000),
  width: Side,
  height: Side,
})
const Space = z
  .int()
  .min(0)
  .max(4 * edge)
const Padding = z.strictObject({ left: Space, top: Space, right: Space, bottom: Space })
const erase = z.boolean()
const Line = z.array(Point).min(1).max(points)

const TextLayer = z.strictObject({
  id: z.string().min(1).max(60),
  text: z.string().max(5000),
  /** Place of its upper left corner, around which it is turned. */
  x: Coordinate,
  y: Coordinate,
  /** Height of its letters, pixels of the image. */
  size: z.number().min(0).max(100_000),
  /** `#rrggbb` */
  color: z.string().regex(/^#[\da-f]{6}$/i),
  bold: z.boolean(),
  /** Degrees clockwise. */
  rotation: z.number().min(-360).max(360),
})

const SelectionStep = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('brush'),
    erase,
    size: z.number().min(0).max(100_000),
    points: Line,
  }),
  z.strictObject({ kind: z.literal('lasso'), erase, points: Line }),
  z.strictObject({ kind: z.literal('rectangle'), erase, box: Box }),
  /** What is connected to a place and looks like it; `edges`: it ends at outlines, too. */
  z.strictObject({
    kind: z.literal('magic'),
    erase,
    at: Point,
    tolerance: z.number().min(0).max(255),
    edges: z.boolean(),
  }),
  /** An object selected by a press: a mask file of the image's size, opaque where the object is. */
  z.strictObject({ kind: z.literal('object'), erase, asset: Asset }),
  z.strictObject({ kind: z.literal('invert') }),
  z.strictObject({ kind: z.literal('clear') }),
])

const PixelStep = z.discriminatedUnion('kind', [
  /** A file is laid over a part of the image. */
  z.strictObject({ kind: z.literal('paste'), asset: Asset, box: Box }),
  /** Space is added, and a file of the new size is laid under the image. */
  z.strictObject({ kind: z.literal('extend'), asset: Asset, padding: Padding }),
  z.strictObject({ kind: z.literal('crop'), box: Box }),
  /** Quarters of a turn clockwise. */
  z.strictObject({ kind: z.literal('turn'), quarters: z.literal([1, 2, 3]) }),
  z.strictObject({ kind: z.literal('flip'), axis: z.enum(['across', 'down']) }),
  /** Turned clockwise by some degrees and cut to the largest part of the same shape. */
  z.strictObject({ kind: z.literal('straighten'), degrees: z.number().min(-90).max(90) }),
  /** 0 to 255, and the exponent of what lies between. */
  z.strictObject({
    kind: z.literal('levels'),
    black: z.number().min(0).max(255),
    white: z.number().min(0).max(255),
    gamma: z.number().min(0).max(100),
  }),
  z.strictObject({ kind: z.literal('resize'), width: Side, height: Side }),
])

const TextStep = z.discriminatedUnion('kind', [
  /** A layer that is new, or in the place of the one with its id. */
  z.strictObject({ kind: z.literal('text'), layer: TextLayer }),
  z.strictObject({ kind: z.literal('remove-text'), id: z.string().max(60) }),
])

const Operation = z.discriminatedUnion('kind', [
  ...SelectionStep.options,
  ...PixelStep.options,
  ...TextStep.options,
])

const Pending = z.discriminatedUnion('kind', [
  z.strictObject({ job: z.string().max(60), kind: z.literal('paste'), box: Box, mask: Asset }),
  z.strictObject({ job: z.string().max(60), kind: z.literal('extend'), padding: Padding }),
])

/** A document of today's version. */
export const EditorDocument = z
  .strictObject({
    version: z.literal(EDITOR_DOCUMENT_VERSION),
    /** Name of the document, without a file ending. */
    name: z.string().trim().min(1).max(200),
    /** Before all operations; its pixels are those of a file. */
    base: z.strictObject({
      asset: Asset,
      width: Side,
      height: Side,
      texts: z.array(TextLayer).max(texts).readonly(),
      selection: z.array(SelectionStep).max(strokes).readonly(),
    }),
    operations: z.array(Operation).max(operations).readonly(),
    /** How many of them are done; the others were taken back. */
    done: z.int().min(0),
    /** How soft the edge of what is selected is, pixels. */
    feather: z.number().min(0).max(1000),
    /** What was ordered and has not come back; nothing else is done meanwhile. */
    pending: Pending.nullable(),
  })
  .refine((document) => document.done <= document.operations.length, {
    path: ['done'],
    message: fault('media.moreDone'),
  })
export type EditorDocument = z.infer<typeof EditorDocument>
export type EditorPoint = z.infer<typeof Point>
/** Whole pixels of the image. */
export type EditorBox = z.infer<typeof Box>
export type EditorPadding = z.infer<typeof Padding>
export type EditorText = z.infer<typeof TextLayer>
/** What changes which part of the image is selected; it is drawn over what was selected before. */
export type SelectionStep = z.infer<typeof SelectionStep>
/** What changes the image's pixels. */
export type PixelStep = z.infer<typeof PixelStep>
export type EditorOperation = z.infer<typeof Operation>
/** A job whose result belongs into the document. */
export type EditorPending = z.infer<typeof Pending>
