import { api } from '#contract/index.ts'
import type { SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { type Route, route } from '#server/platform/route.ts'
import { choosePicture, resetPicture, undoPicture } from './change-picture.ts'
import type { SitePicturesDeps } from './deps.ts'
import { createPictureDrawer, type PictureDrawer } from './draw-again.ts'
import { listPictures } from './list-pictures.ts'
import { stopRedraws, wantRedraws } from './want-redraws.ts'

export interface SitePictures extends PictureDrawer {
  /** admin/site_pictures. */
  routes: Route[]
  /** Has all images of a group drawn again, or goes on with those of it that wait, on the command line. @returns how many wait */
  wantAll(group?: SitePictureGroup): Promise<number>
  /** How many wait or are being drawn, and which could not be drawn. */
  progress(): Promise<{ left: number; failed: string[]; model: string | null }>
}

/** Builds the domain of the images that the site itself shows. */
export function createSitePictures(given: SitePicturesDeps): SitePictures {
  const deps = { ...given, log: given.log.child({ part: 'site images' }) }
  const { adminSitePictures: calls } = api
  return {
    ...createPictureDrawer(deps),
    wantAll: (group) => wantRedraws(deps, null, { group, goesOn: true }),
    async progress() {
      const { results, left, model } = await listPictures(deps)
      const failed = results.filter(({ redraw }) => redraw === 'failed')
      return { left, model, failed: failed.map(({ place }) => place) }
    },
    routes: [
      route(calls.list, ({ query }) => listPictures(deps, query.group)),
      route(calls.choose, ({ caller, body }) => choosePicture(deps, caller.userId, body)),
      route(calls.reset, ({ caller, body }) => resetPicture(deps, caller.userId, body)),
      route(calls.undo, ({ caller, body }) => undoPicture(deps, caller.userId, body)),
      route(calls.redraw, async ({ caller, body }) => ({
        left: await wantRedraws(deps, caller.userId, body),
      })),
      route(calls.stop, async () => ({ left: await stopRedraws(deps) })),
    ],
  }
}
