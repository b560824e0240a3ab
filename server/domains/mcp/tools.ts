import { z } from 'zod'
import type { GenerationRequest } from '#contract/generation-request.ts'
import { LIMITS } from '#contract/values/jobs/drawing.ts'
import { VIDEO_LIMITS } from '#contract/values/jobs/video.ts'
import type { ChosenModel } from '#server/domains/openai-images/index.ts'
import { parseInput } from '#server/platform/validation.ts'
import { GenerationRequest as AnyRequest } from '#contract/generation-request.ts'

const { size, images, seed } = LIMITS

const image = z
  .string()
  .describe('Id of an uploaded image or of one that was made here, or a data: URL of an image')
const prompt = z.string().min(1).max(LIMITS.prompt)
const seedField = z.int().min(seed.min).max(seed.max).optional()

/** A tool that orders something: what it takes, and the request for a job that it becomes. */
export interface OrderTool {
  title: string
  description: string
  input: z.ZodObject
  /**
   * @param input its own, with ids in the place of images that were sent along
   * @param editor what edits, of a tool that does
   */
  write(input: Record<string, unknown>, editor: ChosenModel | null): object
  /** Whether a model is chosen for it that edits; left out: no. */
  edits?: boolean
}

/** By their names. */
export const ORDER_TOOLS: Readonly<Record<string, OrderTool>> = {
  generate_image: {
    title: 'Generate images',
    description: 'Makes images from a prompt; costs credits, so ask price first',
    input: z.strictObject({
      prompt,
      negative_prompt: z.string().max(LIMITS.prompt).optional(),
      model: z.string().max(200).optional().describe('Left out: the default model'),
      width: z.int().min(size.min).max(size.max).optional(),
      height: z.int().min(size.min).max(size.max).optional(),
      count: z.int().min(images.min).max(images.max).default(1),
      seed: seedField,
    }),
    write: ({ count, ...input }) => ({ type: 'TTI', ...input, num_images: count }),
  },
  edit_image: {
    title: 'Edit an image',
    description: 'Changes an image as the prompt says; costs credits, so ask price first',
    input: z.strictObject({
      image,
      prompt,
      model: z.string().max(200).optional(),
      seed: seedField,
    }),
    // A model that draws from words and an image edits where none follows instructions, as with OpenAI's calls.
    write: ({ image: id, ...input }, editor) =>
      editor?.does === 'draw'
        ? { type: 'ITI', image: id, ...input, model: editor.model.id, num_images: 1 }
        : { type: 'EDI', images: [id], ...input, ...(editor && { model: editor.model.id }) },
    edits: true,
  },
  upscale_image: {
    title: 'Enlarge an image',
    description:
      'Makes an image 2, 3 or 4 times as wide and high; costs credits, so ask price first',
    input: z.strictObject({ image, scale: z.literal([2, 3, 4]).default(2) }),
    write: (input) => ({ type: 'UI', ...input }),
  },
  remove_background: {
    title: 'Remove the background',
    description: 'Cuts out the subject of an image; costs credits, so ask price first',
    input: z.strictObject({ image }),
    write: (input) => ({ type: 'RB', ...input }),
  },
  make_video: {
    title: 'Make a video',
    description: 'Makes a short video from an image or a prompt; costs credits, so ask price first',
    input: z.strictObject({
      image: image.optional(),
      prompt: prompt.optional(),
      duration: z.int().min(VIDEO_LIMITS.duration.min).max(VIDEO_LIMITS.duration.max).optional(),
    }),
    write: (input) => ({ type: 'VID', ...input }),
  },
}

/** A tool's input as a request for a job. @throws {AppError} `invalid` */
export const requestOf = (
  tool: OrderTool,
  input: Record<string, unknown>,
  editor: ChosenModel | null,
): GenerationRequest => parseInput(AnyRequest, tool.write(parseInput(tool.input, input), editor))
