import { expect, test } from 'vitest'
import type { Engine } from '#server/engines/spec/index.ts'
import { createScriptedEngine } from '#tests/support/doubles/scripted-engine.ts'
import { startTestApp } from '#tests/support/test-app.ts'

/** Texts of pages that promise something, and what is said instead where no engine keeps it. */
const PROMISES = [
  [
    '/tools/all',
    'Describe what you want to see and watch it take shape.',
    'Pick from 2,085 things',
  ],
  ['/tools/all', 'Start from an image and say what should change.', null],
  ['/tools/all', 'A short clip from a sentence.', 'in which the camera moves'],
  ['/tools/all', 'A whole set of images of you', 'A whole set of images on one theme.'],
  ['/tools/all', 'Repaint, extend or remove parts', 'Remove things, crop, straighten'],
  [
    '/faq',
    'a model that draws whatever you describe',
    'illustrations from an open collection of 2,085 things',
  ],
  [
    '/ai-image-tools/text-to-image',
    null,
    'This site draws illustrations: things from an open collection',
  ],
  ['/ai-image-tools/text-to-video', null, 'nobody walks or speaks'],
  ['/ai-image-tools/img-editor', null, 'on this site is an illustration'],
  ['/professional-headshots', null, 'Clothes, pose and expression are not changed.'],
] as const

/** An engine as the built-in one is: its collection, no videos in which things move. */
function createCollection(): Engine {
  const {
    video: _video,
    training: _training,
    ...engine
  } = createScriptedEngine({
    capabilities: { id: 'things', draws: 'known_things' },
  })
  return engine
}

async function readPages(engine: Engine): Promise<Map<string, string>> {
  const app = await startTestApp({ pages: true, overrides: { engines: [engine] } })
  try {
    const pages = new Map<string, string>()
    for (const url of new Set(PROMISES.map(([page]) => page))) {
      const headers = { host: 'localhost', accept: 'text/html' }
      const { statusCode, body } = await app.context.http!.inject({ url, headers })
      expect([url, statusCode]).toEqual([url, 200])
      // What the page is rendered from follows it.
      pages.set(url, body.slice(0, body.indexOf('__reactRouterContext')).replaceAll('&#x27;', "'"))
    }
    return pages
  } finally {
    await app.dispose()
  }
}

test('pages promise what the engines keep, and name what works where they do not', async () => {
  const anything = createScriptedEngine({
    capabilities: { features: ['negative_prompt', 'photo_person'] },
  })
  const full = await readPages(anything)
  const limited = await readPages(createCollection())
  const broken = PROMISES.filter(([page, promise, instead]) => {
    const [there, here] = [full.get(page)!, limited.get(page)!]
    const isOnly = (text: string | null, where: string, other: string) =>
      text === null || (where.includes(text) && !other.includes(text))
    return !isOnly(promise, there, here) || !isOnly(instead, here, there)
  })
  expect(broken).toEqual([])
})
