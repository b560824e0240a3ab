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

/** What search engines and shared links say of a page, and what instead where no engine keeps it. */
const DESCRIPTIONS = [
  [
    '/text-to-image',
    'Describe what you want to see and watch the image take shape.',
    'Pick from 2,085 things, choose a scene and a style, and get illustrations and stickers.',
  ],
  [
    '/image-to-image',
    'Start from an image, say what should change, and repaint all or part of it.',
    'Start from an illustration and redraw all or part of it.',
  ],
  [
    '/packs/photo-packs/all',
    'Sets of images on one theme, with you, your pet or a thing of yours in them, or without.',
    'Sets of illustrations on one theme, with your pet or a thing of yours in them, or without.',
  ],
  [
    '/tools/img-editor',
    'Remove things from an image, replace or extend parts of it, crop, straighten, adjust and write on it, in your browser.',
    'Remove things from a photo, crop, straighten, adjust and write on it, in your browser. What you have drawn into it is an illustration.',
  ],
  [
    '/ai-image-tools/text-to-image',
    'Describe an image and watch it appear step by step. See what the model understood and what it costs before you press the button.',
    'Pick from 2,085 things, choose a scene and a style, and see what will be drawn and what it costs before you press the button.',
  ],
  [
    '/ai-image-tools/train-model',
    'Teach a model a person, a pet, an object or a style from 4 to 20 photos. Every photo is checked first, and a training that fails is not charged.',
    'Put your own pet, object or face into illustrations, from 4 to 20 photos. Every photo is checked first, and a training that fails is not charged.',
  ],
] as const

/** Of search engines, and of shared links. */
const descriptionsOf = (pages: ReadonlyMap<string, string>, page: string): string[] =>
  [
    ...pages
      .get(page)!
      .matchAll(/<meta (?:name="description"|property="og:description") content="([^"]*)"/g),
  ].map(([, text]) => text!)

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
    for (const url of new Set(
      [...PROMISES, ...DESCRIPTIONS].map(([page]) => page).concat('/llms.txt' as never),
    )) {
      const headers = { host: 'localhost', accept: 'text/html' }
      const { statusCode, body } = await app.context.http!.inject({ url, headers })
      expect([url, statusCode]).toEqual([url, 200])
      // What the page is rendered from follows it.
      pages.set(url, body.split('__reactRouterContext')[0]!.replaceAll('&#x27;', "'"))
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
  const said = DESCRIPTIONS.map(([page]) => [
    page,
    descriptionsOf(full, page),
    descriptionsOf(limited, page),
  ])
  expect(said).toEqual(
    DESCRIPTIONS.map(([page, promise, instead]) => [page, [promise, promise], [instead, instead]]),
  )
  expect(full.get('/llms.txt')).toContain('Describe an image and watch it appear')
  expect(limited.get('/llms.txt')).not.toContain('Describe an image and watch it appear')
})
