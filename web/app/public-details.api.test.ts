import { afterAll, beforeAll, expect, test } from 'vitest'
import { api } from '#contract/index.ts'
import { faults } from '#tests/support/page-tags.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { paths } from '#contract/paths.ts'

const HOST = 'atelier.localhost'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ pages: true })
  await app.context.community.start()
})
afterAll(() => app.dispose())

const get = (url: string) =>
  app.context.http!.inject({ url, headers: { host: HOST, accept: 'text/html' } })

/** Pages of one thing that anybody may see, each with one that is there. */
async function publicDetails(): Promise<Record<string, string>> {
  const [image] = (await app.call(api.civitImages.list, { query: {} })).results
  const [model] = (await app.call(api.civitModelVersions.list, { query: {} })).results
  return {
    [paths.exploreImage.pattern]: paths.exploreImage.link(image!.id),
    [paths.exploreModel.pattern]: paths.exploreModel.link(model!.slug),
    [paths.creator.pattern]: paths.creator.link(image!.creator.id),
  }
}

/** Images whose owner shared them: server/http/shared-pages.api.test.ts looks at those. */
const BY_LINK: ReadonlySet<string> = new Set([paths.shared.pattern])

/** Only for who is logged in, or kept from search engines. */
async function isPrivate(pattern: string): Promise<boolean> {
  const { statusCode, body } = await get(
    pattern.replace(':id', '00000000-0000-7000-8000-000000000000'),
  )
  return statusCode === 302 || body.includes('content="noindex"')
}

test('each page of one thing names, describes and shows it, unless it is private', async () => {
  const details = await publicDetails()
  const bad: string[] = []
  for (const { pattern } of Object.values(paths)) {
    if (!pattern.includes(':') || BY_LINK.has(pattern)) continue
    const url = details[pattern]
    if (url !== undefined)
      bad.push(...faults((await get(url)).body, HOST).map((fault) => `${pattern}: ${fault}`))
    else if (!(await isPrivate(pattern))) bad.push(`${pattern} is public, and is looked at nowhere`)
  }
  expect(bad).toEqual([])
})

test('the reference of the API has a name, a description, an address and an image', async () => {
  expect(faults((await get('/api/docs/')).body, HOST)).toEqual(['0 of h1'])
})
