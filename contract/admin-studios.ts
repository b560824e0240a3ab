import { z } from 'zod'
import { Id, IdParams, page, PageQuery, Timestamp, visibleText } from './common.ts'
import { endpoint } from './endpoint.ts'
import * as routes from './routes.ts'

/** How a public studio is shown. */
const Shown = z.strictObject({
  name: visibleText(80),
  /** Whether the list of public studios has it; who uses its model goes on. */
  listed: z.boolean(),
})
export type ShownStudio = z.infer<typeof Shown>

export const AdminStudio = z.object({
  id: Id,
  ...Shown.shape,
  can_undo: z.boolean(),
  /** As it was made. */
  own_name: z.string(),
  /** Of its photos, the first ones; root-relative. */
  photos: z.array(z.string()),
  created_at: Timestamp,
})
export type AdminStudio = z.infer<typeof AdminStudio>

/** Public studios as administrators look after them. */
export const adminStudios = {
  list: endpoint({
    ...routes.adminStudios.list,
    access: 'admin',
    summary: 'Public studios, newest first',
    query: PageQuery,
    response: page(AdminStudio),
  }),
  change: endpoint({
    ...routes.adminStudios.change,
    access: 'admin',
    summary: 'Change how a public studio is shown; `instead_of` is what was read',
    params: IdParams,
    body: Shown.extend({ instead_of: Shown }),
    response: AdminStudio,
    errors: ['not_found', 'conflict'],
  }),
  undo: endpoint({
    ...routes.adminStudios.undo,
    access: 'admin',
    summary: 'Show a public studio as before its last change; the next step back undoes that',
    params: IdParams,
    body: z.strictObject({ instead_of: Shown }),
    response: AdminStudio,
    errors: ['not_found', 'conflict'],
  }),
}
