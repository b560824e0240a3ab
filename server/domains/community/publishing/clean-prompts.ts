import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { transact } from '#server/platform/db/index.ts'
import type { CommunityDeps } from '../deps.ts'
import { imageColumns, type ShownImage } from '../published-columns.ts'
import { withoutPrivateNames } from './private-loras.ts'

const MOST_AT_ONCE = 200

/**
 * Takes names of private models out of prompts that were published before that was done when they are, once each. Safe to repeat, and to be
 * killed in; several at once share the work.
 */
export async function cleanPrompts({ db }: Pick<CommunityDeps, 'db'>): Promise<void> {
  await transact(db, async (tx) => {
    const { rows } = await sql<ShownImage & { id: string }>`
      select id, url, width, height, blurhash, alt, type, prompt, parameters, tags, rating
      from community_images where not names_checked
      order by id limit ${MOST_AT_ONCE} for no key update skip locked`.execute(tx)
    for (const { id, ...image } of rows) {
      const cleaned = await withoutPrivateNames(tx, image)
      const isChanged = !isDeepStrictEqual(cleaned, {
        prompt: image.prompt,
        parameters: image.parameters,
      })
      await tx
        .updateTable('community_images')
        .set({
          ...(isChanged && imageColumns({ ...image, ...cleaned })),
          names_checked: true,
        })
        .where('id', '=', id)
        .execute()
    }
  })
}
