import type { Endpoint } from './endpoint.ts'

/** `generate` orders images and videos, `read` lists what the person has, `account` reads who they are and their credits. */
export const KEY_SCOPES = ['generate', 'read', 'account'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** Calls that follow up on an order: everybody who may place one may read its outcome. */
const FOLLOWED = [
  'GET /api/inference_jobs/:id/',
  'GET /api/inference_jobs/:id/success_detail/',
  'GET /api/inference_jobs/batch/:id/',
  'GET /api/inference_jobs/batch/:id/zip/',
  'GET /api/inference_jobs/running/',
  'GET /api/prediction_images/:id/',
  'GET /api/uploaded_images/:id/',
  'GET /api/video_inference_jobs/:id/',
  'GET /api/video_inference_jobs/running/',
  'GET /v1/models',
  'GET /v1/models/:id',
  'GET /sdapi/v1/loras',
  'GET /sdapi/v1/options',
  'GET /sdapi/v1/progress',
  'GET /sdapi/v1/samplers',
  'GET /sdapi/v1/sd-models',
]

/** Every order here names its key, so that the limits of the key hold for it. */
const ORDERED = [
  'POST /api/quotes/',
  'POST /api/inference_jobs/',
  'POST /api/inference_jobs/create_or_find/',
  'POST /api/inference_jobs/remove_background/',
  'POST /api/inference_jobs/upscale/',
  'POST /api/inference_jobs/faceswap/',
  'POST /api/inference_jobs/instantid/',
  'POST /api/inference_jobs/batch/',
  'POST /api/inference_jobs/batch/:id/cancel/',
  'POST /api/inference_jobs/:id/cancel/',
  'POST /api/video_inference_jobs/',
  'POST /api/video_inference_jobs/:id/cancel/',
  'POST /api/prediction_images/:id/create_video/',
  'POST /api/prediction_images/:id/remove_background_image/',
  'POST /api/prediction_images/:id/upscale_image/',
  'POST /api/grids/',
  'POST /api/uploaded_images/upload_image/',
  'POST /api/generation_servers/count_tokens/',
  'POST /v1/images/edits',
  'POST /v1/images/generations',
  'POST /sdapi/v1/extra-single-image',
  'POST /sdapi/v1/img2img',
  'POST /sdapi/v1/interrupt',
  'POST /sdapi/v1/options',
  'POST /sdapi/v1/png-info',
  'POST /sdapi/v1/txt2img',
]

/** Own things, none of which shows anybody's address or what they paid. */
const LISTED = [
  'GET /api/collections/',
  'GET /api/grids/',
  'GET /api/grids/:id/',
  'GET /api/grids/:id/sheet/',
  'GET /api/headshot_runs/',
  'GET /api/headshot_runs/:id/',
  'GET /api/inference_jobs/success/',
  'GET /api/lora_trainings/',
  'GET /api/lora_trainings/:id/',
  'GET /api/past_prompts/',
  'GET /api/photo_packs/my/',
  'GET /api/photo_packs/runs/:id/',
  'GET /api/photo_packs/runs/:id/zip/',
  'GET /api/prediction_images/',
  'GET /api/prediction_images/days/',
  'GET /api/prediction_images/:id/get_parameters/',
  'GET /api/presets/',
  'GET /api/uploaded_images/',
  'GET /api/video_inference_jobs/success/',
  'GET /api/video_packs/my/',
  'GET /api/video_packs/runs/:id/',
  'GET /api/video_packs/runs/:id/zip/',
  'GET /api/wildcards/',
]

const ABOUT_THE_ACCOUNT = ['GET /api/users/me/', 'GET /api/credits/', 'GET /api/credits/usage/']

const CALLS: Readonly<Record<KeyScope, ReadonlySet<string>>> = {
  generate: new Set([...ORDERED, ...FOLLOWED]),
  read: new Set([...LISTED, ...FOLLOWED]),
  account: new Set(ABOUT_THE_ACCOUNT),
}

/** The scopes of which an API key needs one for a call that asks who is there; none: no key may make it. */
export const scopesOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): KeyScope[] =>
  KEY_SCOPES.filter((scope) => CALLS[scope].has(`${method} ${path}`))
