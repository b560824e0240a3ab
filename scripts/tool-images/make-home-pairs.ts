import sharp, { type Region } from 'sharp'
import { OUTPUT_SIZES } from '#contract/jobs/output-sizes.ts'
import { beside, halves, light, onCheckerboard, webp, write } from './files.ts'
import { cut, enlarge, photograph, run } from './workshop.ts'

/** Edge of the images of a home page, pixels. */
const EDGE = 640
const WHITE = { red: 255, green: 255, blue: 255 }
/** By how much the photograph of the cup is enlarged first, so that the square of a shop is sharp. */
const ENLARGED = 4
/** The cup alone, and the width to which it is made small to be enlarged again, pixels. */
const CUP: Region = { left: 150, top: 30, width: 320, height: 240 }
const SMALL = 160
/** The dark corner behind the table, in pixels of the photograph of the cup, and the part of it that is shown. */
const CORNER = '<path fill="#fff" d="M0 0H186L0 130Z"/>'
const BY_THE_CORNER: Region = { left: 0, top: 0, width: 265, height: 400 }
/** Height of the shown part of the square of a shop, of its edge: no more than the photograph has. */
const SHOWN = 0.825
const fit = (file: Buffer, height = EDGE): Promise<Buffer> =>
  sharp(file).resize(EDGE, height).png().toBuffer()

/** A person cut out of a dark hedge: hair, hands and all. */
async function makePhotographer(): Promise<void> {
  const image = await fit(await photograph('photographer'))
  const alone = await run({ tool: 'remove_background', image })
  await write('photographer-before.webp', await webp(image, 76))
  await write('photographer-after.webp', await webp(alone, 76))
  await write('photographer-before.avif', await light(image))
  await write('photographer-after.avif', await light(alone))
  await write('photographer-card.webp', await halves(image, await onCheckerboard(alone)))
}

/** Where the square of a shop lies in the photograph that it was made of, pixels. */
async function squareIn(alone: Buffer): Promise<{ left: number; top: number; edge: number }> {
  const { info } = await sharp(alone).trim({ threshold: 8 }).toBuffer({ resolveWithObject: true })
  const left = -(info.trimOffsetLeft ?? 0)
  const top = -(info.trimOffsetTop ?? 0)
  const edge = Math.round(Math.max(info.width, info.height) / (1 - 2 * OUTPUT_SIZES.shop.margin))
  return {
    left: Math.round(left + (info.width - edge) / 2),
    top: Math.round(top + (info.height - edge) / 2),
    edge,
  }
}

/** A cup on a table as a shop wants it: enlarged, cut out, and in the middle of a white square. */
async function makeProduct(): Promise<void> {
  const photo = await photograph('coffee')
  const large = await run({ tool: 'upscale', image: photo, scale: ENLARGED, pro: true })
  const alone = await run({ tool: 'remove_background', image: large })
  const square = await run({
    tool: 'remove_background',
    image: large,
    background: WHITE,
    frame: OUTPUT_SIZES.shop,
  })
  const { left, top, edge } = await squareIn(alone)
  const { width, height } = await sharp(large).metadata()
  // The same part of both.
  const shown = { left, top: Math.max(0, top), width: edge, height: Math.round(edge * SHOWN) }
  const before = await cut(await sharp(photo).resize(width, height).png().toBuffer(), shown)
  const after = await cut(await sharp(square).resize(edge, edge).png().toBuffer(), {
    ...shown,
    left: 0,
    top: shown.top - top,
  })
  const [seen, made] = await Promise.all(
    [before, after].map((file) => fit(file, Math.round(EDGE * SHOWN))),
  )
  await write('product-before.webp', await webp(seen!, 76))
  await write('product-after.webp', await webp(made!, 76))
  await write('product-before.avif', await light(seen!))
  await write('product-after.avif', await light(made!))
  await write('product-card.webp', await halves(seen!, made!))
}

/** The cup small and enlarged again. */
async function makeProductCard(): Promise<void> {
  const photo = await photograph('coffee')
  const { small, large } = await enlarge(await cut(photo, CUP), SMALL)
  await write('product-upscale-card.webp', await halves(small, large))
}

/** The cup on the table whose corner is seen, and on one that goes on. */
async function makeProductEditorCard(): Promise<void> {
  const photo = await photograph('coffee')
  const { width, height } = await sharp(photo).metadata()
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%"/>${CORNER}</svg>`
  const erased = await run({
    tool: 'remove_object',
    image: photo,
    mask: await sharp(Buffer.from(mask)).png().toBuffer(),
  })
  const [before, after] = await Promise.all([cut(photo, BY_THE_CORNER), cut(erased, BY_THE_CORNER)])
  await write('product-editor-card.webp', await beside(before, after))
}

/** Makes what the home pages of brands with photo tools show first, and cards of the one that is about products. */
export async function makeHomePairs(): Promise<void> {
  await makePhotographer()
  await makeProduct()
  await makeProductCard()
  await makeProductEditorCard()
}
