import { z } from 'zod'
import { Id, IdParams, page, PageQuery, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PACK_KINDS, PackState } from './packs.ts'
import * as routes from './routes.ts'

/** A pack as administrators see it in the list. */
export const AdminPack = z.object({
  id: Id,
  kind: z.enum(PACK_KINDS),
  state: PackState,
  /** Of what is published, or else of the draft. */
  title: z.string(),
  /** Number of the version that is published; null: none was yet. */
  version: z.number().int().nullable(),
  /** Number of the version that is not published yet; null: nothing was changed. */
  draft: z.number().int().nullable(),
  /** Whether another version was published before. */
  can_undo: z.boolean(),
  shot_count: z.number().int(),
  runs: z.number().int(),
  /** Email of its author; null: it came with the app, or its author left. */
  author: z.string().nullable(),
  published_at: Timestamp.nullable(),
})
export type AdminPack = z.infer<typeof AdminPack>

const Version = z.strictObject({
  /** That which was looked at: of another one nothing is done. */
  version: z.number().int(),
})

/** Packs as administrators look after them; they are written and published by the calls that their authors have. */
export const adminPacks = {
  list: endpoint({
    ...routes.adminPacks.list,
    access: 'admin',
    summary: 'Photo and video packs that are or were published or offered, newest first',
    query: PageQuery,
    response: page(AdminPack),
  }),
  undo: endpoint({
    ...routes.adminPacks.undo,
    access: 'admin',
    summary: 'Publish the version of before; the next step back undoes that',
    params: IdParams,
    body: Version,
    response: AdminPack,
    errors: ['not_found', 'conflict'],
  }),
  withdraw: endpoint({
    ...routes.adminPacks.withdraw,
    access: 'admin',
    summary: 'Offer a pack no longer; runs that began go on',
    params: IdParams,
    body: Version,
    response: AdminPack,
    errors: ['not_found', 'conflict'],
  }),
  restore: endpoint({
    ...routes.adminPacks.restore,
    access: 'admin',
    summary: 'Offer a pack again that was withdrawn',
    params: IdParams,
    body: Version,
    response: AdminPack,
    errors: ['not_found', 'conflict'],
  }),
}
