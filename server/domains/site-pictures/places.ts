import { brandFiles, type HomePart, homePlace } from '#brands/index.ts'
import type { DrawnWith } from '#content/index.ts'
import type { SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { DEFAULTS } from '#contract/values/jobs/drawing.ts'
import { packCovers } from '#server/domains/packs/index.ts'

/** An image of the site that administrators may replace. */
export interface Place {
  place: string
  group: SitePictureGroup
  brand: string | null
  part: HomePart | null
  /** Of the file that comes with the program, in English. */
  shows: string
  /** Root-relative address of that file. */
  file: string
  /** Pixels that a replacement is cut to. */
  width: number
  height: number
  /** Words, seed and style that it is drawn from; null: it shows a photo, or was drawn with a studio. */
  drawn: DrawnWith | null
}

const STYLE_PAGES = '/ai-img-generator/styles'
/** Longer edge of an image of a content page, pixels. */
const CONTENT_EDGE = 384
const SHOWCASE_EDGE = 512
const PACK_EDGE = 256
/** The seed that `scripts/make-pack-samples.ts` begins with. */
const PACK_SEED = 7
/** Images of a page where its link is shared. */
const CARD = { width: 640, height: 480 }

function homePlaces(): Place[] {
  return brandFiles.flatMap(({ id, hero, example: { before, after, width, height } }) => {
    const of = { group: 'home' as const, brand: id, drawn: null }
    const side = (part: 'before' | 'after', { file, text }: typeof before): Place => {
      return { ...of, place: homePlace(id, part), part, shows: text, file, width, height }
    }
    const card = { shows: hero.title, file: hero.picture, ...CARD }
    return [
      side('before', before),
      side('after', after),
      { ...of, place: homePlace(id, 'card'), part: 'card', ...card },
    ]
  })
}

const packPlaces = (): Place[] =>
  packCovers().map(({ file, shows, prompt }) => ({
    place: file,
    group: 'packs',
    brand: null,
    part: null,
    shows,
    file: `/${file}`,
    width: PACK_EDGE,
    height: PACK_EDGE,
    drawn: prompt === null ? null : { prompt, seed: PACK_SEED },
  }))

/**
 * Every image that can be replaced, in the order of the console; texts of pages are loaded for it alone.
 * @param group left out: every group
 */
export async function listPlaces(group?: SitePictureGroup): Promise<Place[]> {
  const { contentPages, imageFileOf, imagesOf, SHOWCASE } = await import('#content/index.ts')
  const shared = { brand: null, part: null }
  const showcase = SHOWCASE.map(({ file, drawn }): Place => ({
    ...shared,
    place: file,
    group: 'home',
    shows: drawn.prompt,
    file: `/${file}`,
    width: SHOWCASE_EDGE,
    height: SHOWCASE_EDGE,
    drawn,
  }))
  const styles = new Map<string, Place>()
  for (const image of contentPages
    .filter(({ path }) => path.startsWith(STYLE_PAGES))
    .flatMap(imagesOf)) {
    if (!('drawn' in image)) continue
    const file = imageFileOf(image.drawn)
    const { width = DEFAULTS.size, height = DEFAULTS.size } = image.drawn
    const scale = CONTENT_EDGE / Math.max(width, height)
    styles.set(file, {
      ...shared,
      place: file,
      group: 'styles',
      shows: image.alt,
      file: `/${file}`,
      width: Math.round(width * scale),
      height: Math.round(height * scale),
      drawn: image.drawn,
    })
  }
  return [...homePlaces(), ...showcase, ...styles.values(), ...packPlaces()].filter(
    (one) => group === undefined || one.group === group,
  )
}

/** One of them; undefined: there is no such place. */
export const findPlace = async (place: string): Promise<Place | undefined> =>
  (await listPlaces()).find((one) => one.place === place)

/**
 * Describes what is drawn again at a place by the words that it is drawn from: nobody has looked at it yet.
 * @returns undefined for covers of packs, whose text is these words already
 */
export async function describeDrawn({
  group,
  drawn,
}: Place): Promise<{ en: string; es: string } | undefined> {
  if (group === 'packs' || drawn === null) return undefined
  const { promptInSpanish } = await import('#content/index.ts')
  return { en: drawn.prompt, es: promptInSpanish(drawn.prompt) }
}
