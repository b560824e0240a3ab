import { type Consents, createConsents } from '#server/domains/consents/index.ts'
import type { Generation } from '#server/domains/jobs/index.ts'
import type { Uploads } from '#server/domains/media/index.ts'
import type { Studios } from '#server/domains/studios/index.ts'
import type { Db } from '#server/platform/db/index.ts'

/**
 * Builds the domain of consents.
 * @param others are built after it, and asked for when something is stated or withdrawn
 */
export const createAppConsents = (
  db: Db,
  others: () => { uploads: Uploads; generation: Generation; studios: Studios },
): Consents =>
  createConsents({
    db,
    onWithdrawn: (tx, userId) => others().studios.forgetFaces(tx, userId),
    async usableOf(reader, userId, ids) {
      const { uploads, generation, studios } = others()
      const found = await Promise.all([
        uploads.ownOf(reader, userId, ids),
        generation.shownOf(reader, userId, ids),
        studios.ownOf(reader, userId, ids),
      ])
      return new Set(found.flat())
    },
    async onChild(tx, userId, ids) {
      const { generation, studios } = others()
      const { names, guests } = await studios.hideChildren(tx, userId, ids)
      const hidden = [await generation.hideChildren(tx, userId, [...ids, ...names])]
      // What guests made with a model that was shared with them shows the same child.
      for (const guest of guests) hidden.push(await generation.hideChildren(tx, guest, names))
      return async () => {
        for (const finish of hidden) await finish()
      }
    },
  })
