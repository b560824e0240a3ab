import { sql } from 'kysely'

/** Kinds of items that can be published. */
export type Kind = 'image' | 'model'

/** In SQL: the tables of a kind, the column of lists that names an item, and what a spelling is compared with. */
export const sourceOf = (kind: Kind) => ({
  items: sql.table(`community_${kind}s`),
  lists: sql.table(`community_${kind}_lists`),
  id: sql.ref(`${kind}_id`),
  spelled: sql.ref(kind === 'image' ? 'item.alt' : 'item.name'),
})
