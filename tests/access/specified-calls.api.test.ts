import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { api } from '#contract/index.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { rawRequest } from '#tests/support/raw-http.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

/** The calls that the product is specified by, each with the test that makes it: below `server/domains/`. */
const CALLS: Record<string, string> = {
  'GET /api/civit_images/': 'community/feeds',
  'GET /api/civit_images/:id/': 'community/feeds',
  'GET /api/civit_images/:id/similar/': 'community/feeds',
  'GET /api/civit_images/:id/similar_by_model_id/': 'community/feeds',
  'GET /api/civit_model_version/': 'community/feeds',
  'DELETE /api/civit_model_version/:id/': 'community/feeds',
  'GET /api/civit_model_version/:id/model_detail/': 'community/feeds',
  'GET /api/civit_model_version/:id/similar/': 'community/feeds',
  'GET /api/civit_model_version/model_list/': 'community/feeds',
  'POST /api/dashboards/delete_invalid_model_versions/': 'admin/dashboards/dashboards',
  'GET /api/dashboards/hourly_metrics/': 'admin/dashboards/dashboards',
  'GET /api/dashboards/inference_jobs/': 'admin/dashboards/dashboards',
  'POST /api/dashboards/seed_controlnet_models/': 'admin/dashboards/dashboards',
  'POST /api/dj-rest-auth/login/': 'accounts/accounts',
  'POST /api/dj-rest-auth/register/': 'accounts/accounts',
  'POST /api/rest-auth/facebook/': 'accounts/social',
  'POST /api/rest-auth/google/': 'accounts/takeover',
  'GET /api/generation_servers/': 'jobs/journey',
  'POST /api/inference_jobs/': 'jobs/kinds/image-to-image/image-to-image',
  'GET /api/inference_jobs/:id/': 'jobs/run/builtin-engine',
  'POST /api/inference_jobs/:id/cancel/': 'jobs/submit/batch',
  'GET /api/inference_jobs/:id/success_detail/': 'jobs/journey',
  'POST /api/inference_jobs/create_or_find/': 'jobs/submit/idempotency',
  'POST /api/inference_jobs/faceswap/': 'jobs/kinds/face-swap/face-swap',
  'POST /api/inference_jobs/instantid/': 'jobs/kinds/instant-avatars/instant-avatars',
  'POST /api/inference_jobs/remove_background/': 'jobs/kinds/remove-background/remove-background',
  'POST /api/inference_jobs/upscale/': 'jobs/kinds/kinds',
  'GET /api/inference_jobs/running/': 'jobs/submit/idempotency',
  'GET /api/inference_jobs/success/': 'jobs/journey',
  'GET /api/lora_trainings/': 'studios/studios',
  'POST /api/lora_trainings/': 'studios/studios',
  'GET /api/lora_trainings/:id/': 'studios/studios',
  'DELETE /api/lora_trainings/:id/': 'studios/studios',
  'POST /api/lora_trainings/:id/payment_headshot/': 'headshots/headshots',
  'POST /api/lora_trainings/:id/start_training/': 'studios/trainings',
  'GET /api/lora_trainings/showcase_trainings_list/': 'studios/showcase',
  'POST /api/lora_trainings/upload_image/': 'studios/studios',
  'GET /api/prediction_images/': 'library/library',
  'GET /api/prediction_images/:id/': 'library/pictures',
  'PATCH /api/prediction_images/:id/': 'library/library',
  'DELETE /api/prediction_images/:id/': 'library/pictures',
  'POST /api/prediction_images/:id/ban_user/': 'admin/people/bans',
  'POST /api/prediction_images/:id/create_video/': 'jobs/kinds/video/videos',
  'POST /api/prediction_images/:id/remove_background_image/': 'jobs/kinds/kinds',
  'POST /api/prediction_images/:id/upscale_image/': 'jobs/kinds/kinds',
  'GET /api/prediction_images/:id/get_parameters/': 'jobs/kinds/kinds',
  'GET /api/uploaded_images/': 'media/uploads/uploads',
  'POST /api/uploaded_images/upload_image/': 'media/uploads/uploads',
  'GET /api/users/billing_portal/': 'billing/checkout',
  'GET /api/users/checkout/': 'billing/checkout',
  'POST /api/users/checkout_subscription/': 'billing/checkout',
  'GET /api/users/checkout_success/': 'billing/checkout',
  'GET /api/users/me/': 'accounts/accounts',
  'POST /api/video_inference_jobs/': 'jobs/kinds/video/videos',
  'DELETE /api/video_inference_jobs/:id/': 'jobs/kinds/video/videos',
  'POST /api/video_inference_jobs/:id/cancel/': 'jobs/kinds/video/videos',
  'GET /api/video_inference_jobs/running/': 'jobs/kinds/video/videos',
  'GET /api/video_inference_jobs/success/': 'jobs/kinds/video/videos',
}

const NUMBER_OF_CALLS = 58

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ overrides: { pages: false } })
})
afterAll(() => app.dispose())

/** The names of calls in the contract, as `civitImages.list`. */
const namesOf = (call: string): string[] =>
  Object.entries(api).flatMap(([resource, calls]) =>
    Object.entries<Endpoint>(calls)
      .filter(([, { method, path }]) => `${method} ${path}` === call)
      .map(([name]) => `${resource}.${name}`),
  )

it(`lists all ${NUMBER_OF_CALLS} calls`, () => {
  expect(Object.keys(CALLS)).toHaveLength(NUMBER_OF_CALLS)
})

it.each(Object.entries(CALLS))('%s is answered, and made by %s', async (call, test) => {
  const [method = '', path = ''] = call.split(' ')
  // A path that is there answers another method with 405 and the methods that it has.
  const { status, headers } = await rawRequest(app, path, { method: 'PUT' })
  expect(status).toBe(405)
  expect(headers.get('allow')?.split(', ')).toContain(method)
  const names = namesOf(call)
  expect(names).not.toEqual([])
  const file = join(import.meta.dirname, '../../server/domains', `${test}.api.test.ts`)
  expect(existsSync(file), file).toBe(true)
  const source = readFileSync(file, 'utf8')
  const has = (word: string) => new RegExp(String.raw`\b${word}\b`).test(source)
  const isMade = names.some((name) => name.split('.').every(has))
  const end = path.split(':id').at(-1)!
  expect(isMade || source.includes(end), `${test} makes ${names.join()}`).toBe(true)
})
