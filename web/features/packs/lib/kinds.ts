import type { PackKind } from '#contract/packs.ts'
import { paths } from '#contract/paths.ts'
import { api } from '#web/lib/api.ts'

/** The calls of a kind of packs; both have the same. */
export const callsOf = (kind: PackKind) =>
  kind === 'photo' ? api.photoPacks : (api.videoPacks as unknown as typeof api.photoPacks)

/** The pages of a kind of packs. */
export const pagesOf = (kind: PackKind) =>
  kind === 'photo'
    ? {
        all: paths.photoPacks,
        create: paths.createPhotoPack,
        detail: paths.photoPack,
        mine: paths.myPhotoPacks,
        run: paths.photoPackRun,
      }
    : {
        all: paths.videoPacks,
        create: paths.createVideoPack,
        detail: paths.videoPack,
        mine: paths.myVideoPacks,
        run: paths.videoPackRun,
      }
