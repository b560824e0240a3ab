import { expect, it, vi } from 'vitest'
import { seeImage } from './see-image.ts'

it('waits for an image that has not come', async () => {
  const come = Promise.withResolvers<void>()
  const image = { complete: false, naturalWidth: 0, decode: () => come.promise }
  const seen = vi.fn<(image: unknown) => void>()
  const seeing = seeImage(image).then(seen)
  await Promise.resolve()
  expect(seen).not.toHaveBeenCalled()
  come.resolve()
  await seeing
  expect(seen).toHaveBeenCalledWith(image)
})

it('takes one that is there at once, and refuses one that cannot be shown', async () => {
  const decode = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('It cannot be shown')))
  await seeImage({ complete: true, naturalWidth: 8, decode })
  expect(decode).not.toHaveBeenCalled()
  // An image that failed to load is complete, too.
  await expect(seeImage({ complete: true, naturalWidth: 0, decode })).rejects.toThrow(
    'It cannot be shown',
  )
})
