import { readFile } from 'node:fs/promises'
import { LRUCache } from 'lru-cache'
import { notFound } from '#server/platform/errors.ts'
import { staticSource } from '../resolve-source.ts'
import { createWorkSlots } from '#server/platform/work-slots.ts'
import { tooManyImages } from '../too-many-images.ts'
import { drawCard } from './draw-card.ts'

/** What a card shows. */
export interface Card {
  /** Name of the site. */
  site: string
  title: string
  /** Root-relative addresses of pictures of the app itself. */
  icon: string
  picture: string
  /** Color of the line below the title, `#rrggbb`. */
  accent: string
}

const LOGO = /^\/brand-logo\/([0-9a-f]+)\.png$/
const SITE_PICTURE = /^\/site-picture\/([0-9a-f]+)\.webp$/
/** Of some 60 kB each. */
const MOST_CARDS = 100

/** Draws cards, two at once, and keeps the last of them. */
export function createCards({
  staticFolders,
  readLogo,
  readSitePicture,
}: {
  staticFolders: readonly string[]
  readLogo(hash: string): Promise<Buffer | null>
  /** An image that administrators chose for the site. */
  readSitePicture(hash: string): Promise<Buffer | null>
}): (card: Card) => Promise<Buffer> {
  const slots = createWorkSlots({ running: 2, waiting: 50, refusal: tooManyImages })
  const drawn = new LRUCache<string, Promise<Buffer>>({ max: MOST_CARDS })

  async function read(address: string): Promise<Buffer> {
    const logo = LOGO.exec(address)?.[1]
    const own = SITE_PICTURE.exec(address)?.[1]
    if (logo !== undefined || own !== undefined) {
      const kept = logo === undefined ? await readSitePicture(own!) : await readLogo(logo)
      if (!kept) throw notFound()
      return kept
    }
    const found = await staticSource(address, staticFolders)
    if (!found?.file) throw notFound()
    return readFile(found.file)
  }

  return async (card) => {
    const key = JSON.stringify(card)
    const made =
      drawn.get(key) ??
      slots.run(async () => {
        const [icon, picture] = await Promise.all([read(card.icon), read(card.picture)])
        return drawCard({ ...card, icon, picture })
      })
    drawn.set(key, made)
    try {
      return await made
    } catch (error) {
      drawn.delete(key)
      throw error
    }
  }
}
