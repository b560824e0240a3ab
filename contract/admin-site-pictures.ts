import { z } from 'zod'
import { Id } from './common.ts'
import { endpoint } from './endpoint.ts'
import { fault } from './said.ts'
import * as routes from './routes.ts'
import { SITE_PICTURE_ALT_MAX } from './values/admin-site-pictures.ts'

/** Groups of images that administrators may replace: on the home pages, on the pages of styles, on the covers of packs. */
export const SITE_PICTURE_GROUPS = ['home', 'styles', 'packs'] as const
export const SitePictureGroup = z.enum(SITE_PICTURE_GROUPS)
export type SitePictureGroup = z.infer<typeof SitePictureGroup>

/** Names the images of a home page that are no samples. */
const SITE_PICTURE_PARTS = ['before', 'after', 'card'] as const

const Place = z.string().min(1).max(300)

const AltText = z.string().trim().min(1, fault('console.writeSomething')).max(SITE_PICTURE_ALT_MAX)

/** In both languages of the site, for those who do not see the image. */
const AltTexts = z.strictObject({ en: AltText, es: AltText })

export const SitePicture = z.object({
  /** Names the image; that of a file that comes with the program is its path. */
  place: z.string(),
  group: SitePictureGroup,
  /** Brand whose home page shows it; null: every brand that has the page. */
  brand: z.string().nullable(),
  part: z.enum(SITE_PICTURE_PARTS).nullable(),
  /** Describes the file that comes with the program, in English. */
  shows: z.string(),
  /** Root-relative address of what is shown now. */
  url: z.string(),
  /** Pixels that it is cut to. */
  width: z.number().int(),
  height: z.number().int(),
  /** `file`: the one that comes with the program. */
  source: z.enum(['file', 'library', 'redrawn']),
  /** Name of the model that drew it again. */
  model: z.string().nullable(),
  /** Of an image of the library. */
  alt: AltTexts.nullable(),
  /** Whether it was drawn from words alone, so that another model can draw it. */
  can_redraw: z.boolean(),
  can_undo: z.boolean(),
  /** State of drawing it again; `wanted` also between two attempts; null: nobody asked, or it is done. */
  redraw: z.enum(['wanted', 'drawing', 'failed']).nullable(),
})
export type SitePicture = z.infer<typeof SitePicture>

/** `shown` is the address that was looked at: another one is not overwritten. */
const Seen = { place: Place, shown: z.string().max(300) }

const Redraws = z.object({
  /** Images that wait or are being drawn now. */
  left: z.number().int(),
})

/** Images of the site itself: chosen of the administrator's own library, or drawn again by the best model. */
export const adminSitePictures = {
  list: endpoint({
    ...routes.adminSitePictures.list,
    access: 'admin',
    summary: 'Images of home pages, styles and packs that can be replaced',
    query: z.object({ group: SitePictureGroup.optional() }),
    response: z.object({
      results: z.array(SitePicture),
      /** Name of the model that would draw now; null: none is ready. */
      model: z.string().nullable(),
      ...Redraws.shape,
    }),
  }),
  choose: endpoint({
    ...routes.adminSitePictures.choose,
    access: 'admin',
    summary: 'Show a copy of an own public image with a safe rating',
    body: z.strictObject({ ...Seen, image: Id, alt: AltTexts }),
    response: SitePicture,
    errors: ['not_found', 'conflict'],
  }),
  reset: endpoint({
    ...routes.adminSitePictures.reset,
    access: 'admin',
    summary: 'Show the file that comes with the program again',
    body: z.strictObject(Seen),
    response: SitePicture,
    errors: ['not_found', 'conflict'],
  }),
  undo: endpoint({
    ...routes.adminSitePictures.undo,
    access: 'admin',
    summary: 'Show what was shown before the last change; the next step back undoes that',
    body: z.strictObject(Seen),
    response: SitePicture,
    errors: ['not_found', 'conflict'],
  }),
  redraw: endpoint({
    ...routes.adminSitePictures.redraw,
    access: 'admin',
    summary: 'Have images drawn again from their own words by the best model that is ready',
    body: z.strictObject({
      group: SitePictureGroup.optional(),
      /** Left out: all of the group. */
      places: z.array(Place).min(1).max(200).optional(),
    }),
    response: Redraws,
    errors: ['conflict'],
  }),
  stop: endpoint({
    ...routes.adminSitePictures.stop,
    access: 'admin',
    summary: 'Draw no more of what waits; what is drawn already stays',
    /** Left out: of every group. */
    body: z.strictObject({ group: SitePictureGroup.optional() }),
    response: Redraws,
  }),
}
