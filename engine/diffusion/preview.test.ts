import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PreviewMap } from './preview.ts'
import { loadPreviewMap, previewPixels, renderPreview } from './preview.ts'

/** One channel; every pixel of a cell shows the cell's own value. */
const identity: PreviewMap = {
  cells: 2,
  weights: Array.from({ length: 10 }, (_, input) =>
    Array.from<number>({ length: 12 }).fill(input === 4 ? 1 : 0),
  ),
}

test('each cell becomes a square of pixels, in order', () => {
  const pixels = previewPixels(identity, Float64Array.from([-1, 1]), { width: 2, height: 1 })
  const reds = Array.from({ length: 8 }, (_, i) => pixels[3 * i])
  expect(reds).toEqual([0, 0, 255, 255, 0, 0, 255, 255])
})

test('a preview is a JPEG of at most the edge allowed', async () => {
  const latents = new Float64Array(40 * 10)
  const url = await renderPreview(identity, latents, { width: 40, height: 10 }, 64)
  const [head, body] = url.split(',')
  expect(head).toBe('data:image/jpeg;base64')
  const { width, height, format } = await sharp(Buffer.from(body!, 'base64')).metadata()
  expect({ width, height, format }).toEqual({ width: 64, height: 16, format: 'jpeg' })
})

test("the built-in model's map fits its latents", async () => {
  const map = await loadPreviewMap('models/text-to-image')
  expect(map?.weights).toHaveLength(9 * 8 + 1)
  expect(map?.weights[0]).toHaveLength(3 * map!.cells ** 2)
})

test('a model without a map has no previews', async () => {
  expect(await loadPreviewMap('models')).toBeNull()
})
