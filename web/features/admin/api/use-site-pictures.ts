import { useQuery } from '@tanstack/react-query'
import type { SitePicture, SitePictureGroup } from '#contract/admin-site-pictures.ts'
import { api, call } from '#web/lib/api.ts'
import { adminKeys } from '#web/lib/admin-keys.ts'
import { useAct, useAdminList, withCursor } from './use-admin.ts'

const calls = api.adminSitePictures
/** While images are drawn. */
const LOOK_MS = 2000

export const useSitePictures = (group: SitePictureGroup) =>
  useQuery({
    queryKey: adminKeys.sitePictures(group),
    queryFn: ({ signal }) => call(calls.list, { query: { group } }, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => ((state.data?.left ?? 0) > 0 ? LOOK_MS : false),
    placeholderData: (previous) => previous,
  })

/** Names a picture with what is seen of it, so that nobody else's change is overwritten. */
export const seen = ({ place, url }: SitePicture) => ({ place, shown: url })

type Choice = Parameters<typeof call<typeof calls.choose>>[1]['body']

export const useChoosePicture = () =>
  useAct((body: Choice) => call(calls.choose, { body }), { ownErrors: true })

export const useUndoPicture = () =>
  useAct((picture: SitePicture) => call(calls.undo, { body: seen(picture) }))

export const useResetPicture = () =>
  useAct((picture: SitePicture) => call(calls.reset, { body: seen(picture) }))

export const useRedraw = () =>
  useAct((body: Parameters<typeof call<typeof calls.redraw>>[1]['body']) =>
    call(calls.redraw, { body }),
  )

export const useStopRedraws = () =>
  useAct((group: SitePictureGroup) => call(calls.stop, { body: { group } }))

/** The administrator's own images that everybody may see. */
export const usePublicImages = () =>
  useAdminList(adminKeys.publicImages, (cursor, signal) =>
    call(
      api.predictionImages.list,
      { query: { ...withCursor(cursor), public: 'true', rating: 'PG', limit: '24' } },
      { signal },
    ),
  )
