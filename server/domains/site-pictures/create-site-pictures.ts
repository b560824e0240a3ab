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
  /**
   * Has all images of a group drawn again, or goes on with those of it that wait, on the command line.
   * @throws {AppError} `conflict` while no model is ready
   */
  wantAll(group?: SitePictureGroup): Promise<void>
  /** How many of a group wait or are being drawn, which could not be drawn, and the model that is ready; null: none. */
  progress(
    group?: SitePictureGroup,
  ): Promise<{ left: number; failed: string[]; model: string | null }>
}

/** Builds the domain of the images that the site itself shows. */
export function createSitePictures(given: SitePicturesDeps): SitePictures {
  const deps = { ...given, log: given.log.child({ part: 'site images' }) }
  const { adminSitePictures: calls } = api
  return {
    ...createPictureDrawer(deps),
    async wantAll(group) {
      await wantRedraws(deps, null, { group, goesOn: true })
    },
    async progress(group) {
      const { results, model } = await listPictures(deps, group)
      const failed = results.filter(({ redraw }) => redraw === 'failed')
      const left = results.filter(({ redraw }) => redraw !== null && redraw !== 'failed')
      return { left: left.length, model, failed: failed.map(({ place }) => place) }
    },
    routes: [
      route(calls.list, ({ query }) => listPictures(deps, query.group)),
      route(calls.choose, ({ caller, body }) => choosePicture(deps, caller.userId, body)),
      route(calls.reset, ({ caller, body }) => resetPicture(deps, caller.userId, body)),
      route(calls.undo, ({ caller, body }) => undoPicture(deps, caller.userId, body)),
      route(calls.redraw, async ({ caller, body }) => ({
        left: await wantRedraws(deps, caller.userId, body),
      })),
      route(calls.stop, async ({ body: { group } }) => ({ left: await stopRedraws(deps, group) })),
    ],
  }
}
