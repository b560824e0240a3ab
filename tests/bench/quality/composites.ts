import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import type { RgbPicture } from '#engine/vision/pictures/rgb-picture.ts'
import { type Photograph, photographFile } from '#scripts/support/photographs.ts'
import { drawFur, drawHead } from './hair.ts'
import { randomNumbers } from './random.ts'

const VECTORS = fileURLToPath(new URL('../../fixtures/vectors', import.meta.url))
/** Edge of a composite, pixels. */
const EDGE = 640

/** A drawing laid over a photograph: what is foreground is known exactly. */
export interface Composite {
  name: string
  /** Single hairs stand out from it. */
  isHairy: boolean
  picture: RgbPicture
  /** 0 to 255 for each pixel. */
  mask: Uint8Array
}

/** A part of a photograph without a subject of its own, in parts of its width and height; blurred as by a lens. */
interface Background {
  photograph: Photograph
  part: { left: number; top: number; width: number; height: number }
  blur: number
  /** Its shades are those of this colour instead of its own: red, green, blue. */
  shades?: readonly [number, number, number]
}

const BACKGROUNDS: readonly Background[] = [
  { photograph: 'rocket', part: { left: 0.5, top: 0, width: 0.5, height: 0.75 }, blur: 1.5 },
  { photograph: 'coffee', part: { left: 0, top: 0, width: 0.3, height: 0.45 }, blur: 3 },
  { photograph: 'chelsea', part: { left: 0.76, top: 0.3, width: 0.24, height: 0.6 }, blur: 5 },
  { photograph: 'portrait-stern', part: { left: 0.7, top: 0, width: 0.3, height: 0.4 }, blur: 4 },
  { photograph: 'astronaut', part: { left: 0, top: 0, width: 0.28, height: 0.4 }, blur: 3 },
  { photograph: 'portrait-smiling', part: { left: 0, top: 0, width: 0.22, height: 0.4 }, blur: 3 },
]

/** Part of the edge that a subject takes, and its middle, in turns. */
const PLACES = [
  { size: 0.82, x: 0.5, y: 0.54 },
  { size: 0.6, x: 0.42, y: 0.6 },
  { size: 0.7, x: 0.58, y: 0.5 },
] as const
/** A head goes to the lower border, as a person's shoulders do. */
const HEAD = { size: 0.86, x: 0.5, y: 0.57 }

/** Grounds in which hair, fur and an orange coat have their own colour in front and behind. */
const ALIKE: readonly Background[] = [
  { ...BACKGROUNDS[1]!, shades: [58, 39, 28] },
  { ...BACKGROUNDS[2]!, shades: [200, 165, 115] },
  { ...BACKGROUNDS[3]!, shades: [225, 120, 40] },
]
/** Share of its contrast that a ground of shades keeps. */
const SHADES = 0.8

/** Hair, fur and a fox before their own colour. */
export async function makeHardComposites(): Promise<Composite[]> {
  const [hair, fur, orange] = ALIKE
  const fox = await readFile(`${VECTORS}/fox.svg`, 'utf8')
  const drawings = [
    { name: 'hair', isHairy: true, svg: drawHead(randomNumbers(9)), behind: hair!, place: HEAD },
    { name: 'fur', isHairy: true, svg: drawFur(randomNumbers(9)), behind: fur!, place: PLACES[2] },
    { name: 'fox', isHairy: false, svg: fox, behind: orange!, place: PLACES[2] },
  ]
  return Promise.all(
    drawings.map(async ({ name, isHairy, svg, behind, place }) => ({
      name: `${name} over its own colour`,
      isHairy,
      ...(await layOver(svg, behind, place)),
    })),
  )
}

/** Each drawing over two of the photographs. */
export async function makeComposites(): Promise<Composite[]> {
  const drawings: { name: string; isHairy: boolean; svg: string }[] = []
  for (const name of ['camel', 'fox', 'guitar', 'hibiscus', 'poodle', 'rooster'])
    drawings.push({
      name,
      isHairy: false,
      svg: await readFile(`${VECTORS}/${name}.svg`, 'utf8'),
    })
  for (const [name, draw] of [
    ['loose hair', drawHead],
    ['fur', drawFur],
  ] as const)
    drawings.push({ name, isHairy: true, svg: draw(randomNumbers(7)) })
  const composites: Composite[] = []
  for (const [i, { name, isHairy, svg }] of drawings.entries())
    for (const turn of [0, 1]) {
      const background = BACKGROUNDS[(i + 3 * turn) % BACKGROUNDS.length]!
      const place = name === 'loose hair' ? HEAD : PLACES[(i + turn) % 3]!
      composites.push({
        name: `${name} over ${background.photograph}`,
        isHairy,
        ...(await layOver(svg, background, place)),
      })
    }
  return composites
}

async function layOver(
  svg: string,
  { photograph, part, blur, shades }: Background,
  { size, x, y }: { size: number; x: number; y: number },
): Promise<{ picture: RgbPicture; mask: Uint8Array }> {
  const edge = Math.round(size * EDGE)
  const [left, top] = [Math.round(x * EDGE - edge / 2), Math.round(y * EDGE - edge / 2)]
  const drawing = await sharp(Buffer.from(svg), { density: 300 })
    .resize(edge, edge)
    .png()
    .toBuffer()
  const layer = await sharp({
    create: { width: EDGE, height: EDGE, channels: 4, background: '#0000' },
  })
    .composite([{ input: drawing, left, top }])
    .raw()
    .toBuffer()
  const { width, height } = await sharp(photographFile(photograph)).metadata()
  const behind = await sharp(photographFile(photograph))
    .extract({
      left: Math.round(part.left * width),
      top: Math.round(part.top * height),
      width: Math.floor(part.width * width),
      height: Math.floor(part.height * height),
    })
    .resize(EDGE, EDGE, { fit: 'cover' })
    .blur(blur)
    .removeAlpha()
    .raw()
    .toBuffer()
  if (shades) colourBy(shades, behind)
  const data = new Uint8Array(3 * EDGE * EDGE)
  const mask = new Uint8Array(EDGE * EDGE)
  for (let pixel = 0; pixel < mask.length; pixel++) {
    const alpha = layer[4 * pixel + 3]!
    mask[pixel] = alpha
    for (let c = 0; c < 3; c++)
      data[3 * pixel + c] = Math.round(
        (layer[4 * pixel + c]! * alpha + behind[3 * pixel + c]! * (255 - alpha)) / 255,
      )
  }
  return { picture: { data, width: EDGE, height: EDGE }, mask }
}

/** Gives a picture the shades of one colour, in place: lighter and darker where it was so itself. */
function colourBy(shades: readonly number[], picture: Uint8Array): void {
  const mean = picture.reduce((sum, one) => sum + one, 0) / picture.length
  for (let at = 0; at < picture.length; at += 3) {
    const light = (picture[at]! + picture[at + 1]! + picture[at + 2]!) / 3
    const gain = 1 + (SHADES * (light - mean)) / 128
    for (let c = 0; c < 3; c++)
      picture[at + c] = Math.min(255, Math.max(0, Math.round(shades[c]! * gain)))
  }
}
