import { expect, test } from '@playwright/test'
import { expectSoundInBothWidths } from './sound.ts'

test(
  'a guide shows what was drawn with which settings, and fills the create page with them',
  { tag: '@once' },
  async ({ page }) => {
    await page.goto('/guide')
    await expectSoundInBothWidths(page)
    await page.getByRole('link', { name: 'Steps', exact: true }).click()
    await expect(page).toHaveURL(/\/guide\/steps$/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Steps')
    await expectSoundInBothWidths(page)
    await page.getByRole('link', { name: 'Try this: 4 steps' }).click()
    await expect(page).toHaveURL(/\/text-to-image\?/)
    await expect(page.getByLabel('Prompt', { exact: true })).toHaveValue(
      'a crown on a purple background',
    )
    await expect(page.getByLabel('Steps', { exact: true }).first()).toHaveValue('4')
  },
)

test('a style, a tool and a use case are read', { tag: '@once' }, async ({ page }) => {
  for (const path of [
    '/ai-img-generator/styles/all',
    '/ai-image-tools/background-removal',
    '/ai-image-tools/text-to-video',
    '/ai-image-tools/train-model',
    '/ai-image-tools/img-editor',
    '/use-cases/dating',
  ]) {
    await page.goto(path)
    await expectSoundInBothWidths(page)
  }
})

test('every link of the site leads somewhere', { tag: '@once' }, async ({ request }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(
    ([, path]) => path!,
  )
  expect(listed.length).toBeGreaterThan(25)
  // What they link to, once each.
  const seen = new Map<string, string>(listed.map((path) => [path, '/sitemap.xml']))
  for (const [path, from] of seen) {
    const answer = await request.get(path)
    expect(answer.status(), `${path}, linked from ${from}`).toBe(200)
    if (!listed.includes(path)) continue
    for (const [, href] of (await answer.text()).matchAll(/<a [^>]*href="(\/[^"#]*)/g)) {
      const link = href!.replaceAll('&amp;', '&')
      // Each prompt is a link of its own to one page.
      if (!seen.has(link) && !link.includes('?')) seen.set(link, path)
    }
  }
})
