import { expect, test } from 'vitest'
import { checkPipeline } from './check-pipeline.ts'

test("a model in Stable Diffusion's shape draws what diffusers draws with it", async () => {
  const checks = await checkPipeline('tests/fixtures/tiny-sd')
  expect(checks.map(({ sampler }) => sampler)).toEqual(['DDIM', 'Euler', 'Heun', 'LMS'])
  for (const { tokensEqual, latents, image } of checks) {
    expect(tokensEqual).toBe(true)
    expect(latents).toBeLessThan(1e-3)
    expect(image ?? 0).toBeLessThan(1e-3)
  }
})
