import { z } from 'zod'
import { Id, IdParams, Nothing, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { UPLOAD_LIMITS } from './values/uploaded-images.ts'
import { Failure, Said, fault } from './said.ts'
import * as routes from './routes.ts'
import { TRAINED_OBJECTS, TRAINING_STATUSES, TRAINING_TYPES } from './values/lora-trainings.ts'

/** Relation of the user to the person in a studio's photos. */
export const CONSENT_SUBJECTS = ['self', 'other', 'child', 'none'] as const

export const TrainingStatus = z.enum(TRAINING_STATUSES)
export type TrainingStatus = z.infer<typeof TrainingStatus>

/** What is found in a photo, or in all of them together, with how to mend it. */
export const PhotoFinding = z.object({
  code: z.string(),
  /** A training cannot start while one is red; one that is amber may be waived. */
  level: z.enum(['green', 'amber', 'red']),
  message: Said,
})
export type PhotoFinding = z.infer<typeof PhotoFinding>

/** A square of a photo, in its pixels. */
export const PhotoCrop = z.strictObject({
  x: z.number().int().min(0),
  y: z.number().int().min(0),
  size: z.number().int().min(64),
})
export type PhotoCrop = z.infer<typeof PhotoCrop>

export const TrainingPhoto = z.object({
  id: Id,
  /** Root-relative and signed: photos are never public. */
  image: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  crop: PhotoCrop,
  caption: z.string(),
  /** By which photos that show the same are found: see {@link patternDistance}. */
  pattern: z.string(),
  findings: z.array(PhotoFinding),
})
export type TrainingPhoto = z.infer<typeof TrainingPhoto>

/** A studio: photos of one subject, and the LoRA that is trained on them. */
export const LoraTraining = z.object({
  id: Id,
  project_name: z.string(),
  training_type: z.enum(TRAINING_TYPES),
  status: TrainingStatus,
  /** The LoRA is in the library and can be used. */
  downloaded: z.boolean(),
  created_at: Timestamp,
  /** Empty for somebody else's studio in the list of the staff: photos are shown to their owner alone. */
  lora_training_images: z.array(TrainingPhoto),
  object_type: z.enum(TRAINED_OBJECTS),
  /** Id of the model that it is for. */
  original_model_version: z.string(),
  /** What `loras` and `<lora:NAME:1>` of its owner's requests name; null until there is one. */
  created_model_version: z.string().nullable(),
  is_own: z.boolean(),
  /** Whose it is, in the list of the staff; null in any other answer. */
  owner: z.object({ id: Id, email: z.string() }).nullable(),
  consent: z.object({
    subject: z.enum(CONSENT_SUBJECTS),
    stated_at: Timestamp,
    /** How the person in the photos answered by a link; null: nobody is asked, for its owner stated it. */
    answer: z.enum(['none', 'open', 'expired', 'agreed', 'declined']).nullable(),
    /** Until when the link can be answered; null: there is none. */
    expires_at: Timestamp.nullable(),
  }),
  /** What is found in the photos together; `level` is the worst of these and of the photos'. */
  coach: z.object({ level: z.enum(['green', 'amber', 'red']), findings: z.array(PhotoFinding) }),
  progress: z
    .object({
      step: z.number().int(),
      steps: z.number().int(),
      /** Loss when it was last measured; null before that. */
      loss: z.number().nullable(),
      /** Seconds that are left; null while that is not known. */
      eta: z.number().int().nullable(),
    })
    .nullable(),
  curve: z.array(z.object({ step: z.number().int(), loss: z.number() })),
  samples: z.array(
    z.object({
      step: z.number().int(),
      url: z.string(),
      prompt: z.string(),
      /** Drawn as with the finished model, its own photos in it; else by the network alone. */
      with_subject: z.boolean(),
    }),
  ),
  /** Cut out of its photos: they lead what is drawn with the model, and are in it. */
  cut_outs: z.array(z.string()),
  /** The step of the newest checkpoint, which an early stop delivers; null: there is none. */
  checkpoint: z.number().int().nullable(),
  /**
   * How alike the people of the last samples and of the photos are, from 0 to 1 (as alike as the photos are to each other); null where it
   * is not measured, as where the photo itself is in the image.
   */
  likeness: z.number().nullable(),
  /** Whether it may be trained once more for free, because it came out too unlike its photos. */
  can_retrain: z.boolean(),
  /** Whether this training costs nothing, because an earlier one came out too unlike its photos. */
  is_free: z.boolean(),
  error: Failure.nullable(),
  /** Credits that were paid; null until it has ended. */
  cost: z.number().int().nullable(),
  /** When the first of the photos is deleted by itself; null: there are none. */
  retention_ends_at: Timestamp.nullable(),
})
export type LoraTraining = z.infer<typeof LoraTraining>
/** As the server writes it: its texts may be keys and their values. */
export type UnsaidTraining = z.input<typeof LoraTraining>

/** What was removed with a studio, once all of it is. */
export const DeletionReceipt = z.object({
  id: Id,
  deleted_at: Timestamp,
  /** Null: files are still being removed. */
  completed_at: Timestamp.nullable(),
  photos: z.number().int(),
  samples: z.number().int(),
  /** The name of the model that was deleted; null: there was none. */
  model: z.string().nullable(),
  /** Credits that were held for it and came back. */
  released: z.number().int(),
  /** Accounts that used the model or could have accepted it, and cannot any more. */
  shares: z.number().int(),
})
export type DeletionReceipt = z.infer<typeof DeletionReceipt>

/** What can be trained here, and what it takes. */
export const TrainingOptions = z.object({
  models: z.array(
    z.object({
      id: Id,
      name: z.string(),
      /** The company that trains it and is given the photos; null: this installation itself. */
      photos_go_to: z.string().nullable(),
    }),
  ),
  /** Credits that are held at the start. */
  cost: z.number().int(),
  /** Models that the plan trains in a credit month, and how many of them are taken. */
  allowance: z.object({ models: z.number().int(), used: z.number().int() }),
  /** Days after which a photo is deleted by itself. */
  keep_days: z.number().int(),
})
export type TrainingOptions = z.infer<typeof TrainingOptions>

export const TrainingStart = z.strictObject({
  /** Codes of amber findings of the photos that are accepted; left out: all. */
  waive: z.array(z.string().max(40)).max(40).optional(),
})

/** What a start costs and what to expect of it, before anything is held. */
export const StartQuote = z.object({
  /** Credits that are held. */
  cost: z.number().int(),
  /** Models that the plan trains in a credit month. */
  allowance: z.object({ models: z.number().int(), used: z.number().int(), left: z.number().int() }),
  /** What came of a training by the very engine that will train, for the same model; null: there is none to show. */
  example: z
    .object({
      name: z.string(),
      is_own: z.boolean(),
      photos: z.array(z.string()),
      images: z.array(z.string()),
      likeness: z.number().nullable(),
      steps: z.number().int().nullable(),
      seconds: z.number().int().nullable(),
    })
    .nullable(),
})
export type StartQuote = z.infer<typeof StartQuote>

/** One of the texts, whatever its case. */
const anyCase = <const T extends readonly [string, ...string[]]>(texts: T) =>
  z
    .string()
    .transform((text) => texts.find((one) => one.toLowerCase() === text.toLowerCase()) ?? text)
    .pipe(z.enum(texts))

const List = PageQuery.extend({
  training_type: anyCase(TRAINING_TYPES).optional(),
  status: anyCase(TRAINING_STATUSES).optional(),
  /** For the staff: leaves other people's out. Everybody else gets only their own anyway. */
  only_owned: z.enum(['true', 'false']).optional(),
  search: z.string().max(100).optional(),
})
export type TrainingQuery = z.infer<typeof List>

const PhotoParams = IdParams.extend({ image: Id })

export const loraTrainings = {
  list: endpoint({
    ...routes.loraTrainings.list,
    access: 'user',
    summary: 'Own studios, newest first; for the staff everybody’s, without other people’s photos',
    query: List,
    response: page(LoraTraining),
  }),
  create: endpoint({
    ...routes.loraTrainings.create,
    access: 'user',
    summary: 'A new studio, with a statement of whose face it is; nothing is charged',
    body: z.strictObject({
      project_name: z.string().trim().min(1, fault('requests.blank')).max(80),
      training_type: anyCase(TRAINING_TYPES).default('General'),
      object_type: z.enum(TRAINED_OBJECTS),
      original_model_version: z.string().max(200).optional(),
      /**
       * `self`: my own face. `other`: of an adult who agreed to it, or (`by_link`) who is to answer by a link before it can be
       * trained. `child`: of my own child; the model and its images are neither shared nor published. `none`: nobody can be recognized.
       */
      consent: z.strictObject({
        subject: z.enum(CONSENT_SUBJECTS),
        by_link: z.boolean().optional(),
      }),
    }),
    response: LoraTraining,
    statuses: [201],
    errors: ['email_not_verified', 'conflict', 'unavailable'],
  }),
  showcase: endpoint({
    ...routes.loraTrainings.showcase,
    access: 'public',
    summary: 'Public studios, newest first',
    query: List,
    response: page(LoraTraining),
  }),
  options: endpoint({
    ...routes.loraTrainings.options,
    access: 'user',
    summary: 'Which models can be trained here, the price and what is left of the month',
    response: TrainingOptions,
  }),
  upload: endpoint({
    ...routes.loraTrainings.upload,
    access: 'user',
    summary:
      'Add a photo to the studio `lora_training`: it is kept private, without its metadata, and looked at',
    file: { field: 'image', maxBytes: UPLOAD_LIMITS.bytes, texts: ['lora_training'] },
    response: TrainingPhoto,
    statuses: [201],
    errors: [
      'email_not_verified',
      'account_limited',
      'consent_required',
      'storage_full',
      'conflict',
      'throttled',
      'unavailable',
    ],
  }),
  detail: endpoint({
    ...routes.loraTrainings.detail,
    access: 'user',
    summary: 'One own studio',
    params: IdParams,
    response: LoraTraining,
  }),
  remove: endpoint({
    ...routes.loraTrainings.remove,
    access: 'user',
    summary: 'Delete a studio with its photos, samples and model; reserved credits are returned',
    params: IdParams,
    response: Nothing,
  }),
  receipt: endpoint({
    ...routes.loraTrainings.receipt,
    access: 'user',
    summary: 'What was removed with a deleted studio',
    params: IdParams,
    response: DeletionReceipt,
  }),
  quote: endpoint({
    ...routes.loraTrainings.quote,
    access: 'user',
    summary:
      'What a start costs, what is left of the month, and a recorded result of the engine that will train',
    params: IdParams,
    response: StartQuote,
  }),
  retrain: endpoint({
    ...routes.loraTrainings.retrain,
    access: 'user',
    summary:
      'A new studio of the same photos, trained for free: once, for a model unlike its photos',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: LoraTraining,
    statuses: [201],
    errors: ['account_limited', 'consent_required', 'conflict', 'storage_full', 'unavailable'],
  }),
  start: endpoint({
    ...routes.loraTrainings.start,
    access: 'user',
    summary: 'Hold the price and begin; Starter or a higher plan is needed',
    params: IdParams,
    body: TrainingStart.extend({
      /** The price of this very start; used twice it answers the training that it started. Left out: whatever it costs now. */
      quote: Id.optional(),
      /** Whether it is told at the end how much the results look like the photos, for which faces are compared; default true. */
      likeness: z.boolean().optional(),
    }).optional(),
    response: LoraTraining,
    errors: [
      'email_not_verified',
      'account_limited',
      'plan_required',
      'not_enough_credits',
      'conflict',
      'quote_mismatch',
      'quote_used',
      'quote_expired',
      'unavailable',
    ],
  }),
  cancel: endpoint({
    ...routes.loraTrainings.cancel,
    access: 'user',
    summary:
      'Stop a training: before its first checkpoint nothing is paid, later the steps of the newest one, which is delivered',
    params: IdParams,
    body: z.strictObject({}).optional(),
    response: LoraTraining,
    errors: ['conflict'],
  }),
  download: endpoint({
    ...routes.loraTrainings.download,
    access: 'user',
    summary: 'The trained LoRA as a safetensors file',
    params: IdParams,
    download: 'application/octet-stream',
    response: z.string(),
    errors: ['conflict'],
  }),
  changePhoto: endpoint({
    ...routes.loraTrainings.changePhoto,
    access: 'user',
    summary: 'Move the square of a photo that is learned from, or say what it shows',
    params: PhotoParams,
    body: z.strictObject({
      crop: PhotoCrop.optional(),
      caption: z.string().trim().max(300).optional(),
    }),
    response: TrainingPhoto,
    errors: ['conflict'],
  }),
  removePhoto: endpoint({
    ...routes.loraTrainings.removePhoto,
    access: 'user',
    summary: 'Delete a photo with its file and every resized copy',
    params: PhotoParams,
    response: Nothing,
    errors: ['conflict'],
  }),
}
