import { expect, test } from 'vitest'
import type { Media } from '#server/domains/media/index.ts'
import type { EngineRegistry } from '#server/engines/spec/index.ts'
import { makePng } from '#tests/support/pictures.ts'
import { createFaceFinder } from './find-faces.ts'

const TURNED = 4
const CHANGED = 3

test('an image is searched for faces once, whichever question comes first', async () => {
  let looks = 0
  const findFaces = async () => {
    looks += 1
    return []
  }
  const file = await makePng(32, 24)
  const faces = createFaceFinder({
    engines: { list: () => [{ tool: { findFaces } }] } as unknown as EngineRegistry,
    media: { readPicture: async () => file } as unknown as Media,
  })
  const picture = (storageKey: string) => ({ storageKey }) as Parameters<typeof faces.shows>[0]
  expect(await faces.see(picture('a'))).toBe(false)
  expect(looks).toBe(TURNED)
  expect(await faces.shows(picture('a'))).toBe(false)
  expect(looks).toBe(TURNED + CHANGED)
  await Promise.all([faces.shows(picture('b')), faces.see(picture('b')), faces.shows(picture('b'))])
  await faces.shows(picture('a'))
  expect(looks).toBe(2 * (TURNED + CHANGED))
})
