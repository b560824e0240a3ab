import { z } from 'zod'
import { Id, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { GenerationRequest } from './generation-request.ts'
import { HeadshotCallBody } from './headshot-runs.ts'
import { PackRetryRequest, PackRunRequest } from './jobs/pack-run.ts'
import { BatchRequest } from './jobs/batch.ts'
import { GridRequest } from './jobs/grid.ts'
import { VideoRequest } from './jobs/video.ts'
import { TrainingStart } from './lora-trainings.ts'
import { Said } from './said.ts'
import * as routes from './routes.ts'

/** A binding price: at most this, for this user and this very request, once, for ten minutes. */
export const Quote = z.object({
  id: Id,
  cost: z.number().int(),
  lines: z.array(z.object({ label: Said, amount: z.number().int() })),
  /** What is paid by card instead of credits, in cents; null: nothing is. */
  money: z.object({ amount: z.number().int(), currency: z.string() }).nullable(),
  /** How many of the pictures would carry the watermark. */
  marked: z.number().int(),
  /** What would make the result better, or is asked for and not followed, before anything is paid; empty: nothing. */
  warnings: z.array(z.object({ code: z.string(), message: Said })),
  /** What will be seen, for a model that draws only what it knows: each thing with a small image. Empty for any other. */
  understood: z.array(z.object({ text: z.string(), picture_url: z.string().nullable() })),
  /** Words that the model does not know. */
  unknown: z.array(z.string()),
  /** Things that it knows and that will not be seen, as the hat of "a fox with a hat". */
  left_out: z.array(z.string()),
  /** Styles in which that comes out the same, in groups of two ids or more: one of each group is enough to offer. */
  same_styles: z.array(z.array(z.string())),
  /** Summary of what will be drawn, such as "2 x fox, owl"; null for a model that draws any prompt. */
  draws: z.string().nullable(),
  /** What it is drawn with, of what a model draws. */
  model: z.string().nullable(),
  /** Companies that are given the images that the work starts from; empty: none is. */
  photos_go_to: z.array(z.string()),
  balance: z.number().int(),
  enough: z.boolean(),
  expires_at: Timestamp,
})
export type Quote = z.infer<typeof Quote>
/** As the server writes it: its texts may be keys and their values. */
export type UnsaidQuote = z.input<typeof Quote>

/** A call that is to be made, with its body; the quote is for the generation that it starts. */
export const VideoCall = z.strictObject({
  call: z.enum(['video_inference_jobs', 'video_inference_jobs/']),
  body: VideoRequest.omit({ type: true, quote: true }),
})

export type VideoCall = z.output<typeof VideoCall>

/** A call by its path; another path is no such call, whatever its body is. */
const callTo = (path: RegExp) => z.string().regex(path, { abort: true })

/** A run of a pack. */
const PackRunCall = z.strictObject({
  call: callTo(/^(photo|video)_packs\/[^/]+\/run\/?$/),
  body: PackRunRequest.omit({ quote: true }),
})
/** Another try at shots of a run. */
const PackRetryCall = z.strictObject({
  call: callTo(/^(photo|video)_packs\/runs\/[^/]+\/retry\/?$/),
  body: PackRetryRequest.omit({ quote: true }),
})
export type PackCall = z.output<typeof PackRunCall> | z.output<typeof PackRetryCall>

/** A set of headshots, with the training of its studio where that is still to come. */
const HeadshotCall = z.strictObject({
  call: callTo(/^lora_trainings\/[^/]+\/payment_headshot\/?$/),
  body: HeadshotCallBody,
})
export type HeadshotCall = z.output<typeof HeadshotCall>

/** The start of a training. */
const TrainingCall = z.strictObject({
  call: callTo(/^lora_trainings\/[^/]+\/start_training\/?$/),
  body: TrainingStart.optional(),
})
export type TrainingCall = z.output<typeof TrainingCall>

/** Calls by their names alone, with the studio beside what the call takes. */
const NamedTrainingCall = z.strictObject({
  call: callTo(/^start_training\/?$/),
  body: TrainingStart.extend({ training: Id }),
})
const NamedHeadshotCall = z.strictObject({
  call: callTo(/^payment_headshot\/?$/),
  body: HeadshotCallBody.extend({ training: Id }),
})

/** One generation, a batch (`{jobs}`), a grid (`{request, x, y}`) or a call. What is none of them is answered as a generation. */
export const QuoteRequest = z.union([
  BatchRequest,
  GridRequest,
  VideoCall,
  PackRunCall,
  PackRetryCall,
  HeadshotCall,
  TrainingCall,
  NamedTrainingCall,
  NamedHeadshotCall,
  GenerationRequest,
])
export type QuoteRequest = z.output<typeof QuoteRequest>

export const quotes = {
  create: endpoint({
    ...routes.quotes.create,
    access: 'user',
    summary:
      'What a generation, a batch, a grid or another call would cost, binding for ten minutes',
    body: QuoteRequest,
    response: Quote,
    statuses: [201],
    errors: ['conflict', 'unavailable'],
  }),
}
