import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({
    pages: true,
    env: {
      LANGUAGES: 'en,es',
      FREE_CREDITS: '1',
      TOOL_PRICES: 'image_1mp=3,headshot=2,video_BUILT_IN=5,video_LTX=1',
    },
  })
})
afterAll(() => app.dispose())

const get = async (brand: string, url: string) => {
  const headers = { host: `${brand}.localhost`, accept: 'text/html' }
  const { statusCode, body } = await app.context.http!.inject({ url, headers })
  expect(statusCode, url).toBe(200)
  return body
}

test.each([
  ['atelier', '/', '1 credit, free every month'],
  ['easel', '/es', '1 crédito gratis cada mes'],
  ['atelier', '/faq', 'An image of up to one megapixel costs 3 credits.'],
  ['easel', '/es/faq', 'Una imagen de hasta un megapíxel cuesta 3 créditos.'],
  ['atelier', '/pricing', 'An image of up to one megapixel costs 3 credits, and you pay'],
  ['atelier', '/es/pricing', 'Una imagen de hasta un megapíxel cuesta 3 créditos. Los créditos de'],
  // A pack of 1,000 credits for $9.99.
  ['atelier', '/pricing', '$0.0300 per image'],
  // Of the built-in one: a service may cost less.
  ['atelier', '/ai-image-tools/text-to-video', '5 credits a second'],
  ['atelier', '/ai-image-tools/text-to-image', 'the first 40 images of a month have no watermark'],
  ['portrait', '/ai-headshots/free-headshots', 'Free credits each month'],
  ['portrait', '/es/ai-headshots/free-headshots', 'Créditos gratis cada mes'],
  ['portrait', '/', '500 headshots for $9.99'],
])(
  'what an operator charges and gives stands on the pages of %s: %s',
  async (brand, url, words) => {
    const body = await get(brand, url)
    expect(body).toContain(words)
    expect(body).not.toMatch(/40 free|40 imágenes gratis|One credit is|Un crédito es/)
    expect(body).not.toMatch(/\b0 (?:free )?headshots|\b0 retratos/)
  },
)

test.each([
  ['/about/terms-of-service', 'its price is shown before you confirm'],
  ['/es/about/terms-of-service', 'su precio se muestra antes de que confirmes'],
])('the terms name no price: %s', async (url, words) => {
  const body = await get('atelier', url)
  expect(body).toContain(words)
  expect(body).not.toMatch(/One credit is|Un crédito es/)
})
