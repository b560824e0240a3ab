import { type Consents, createConsents } from '#server/domains/consents/index.ts'
import type { Jobs } from '#server/domains/jobs/index.ts'
import type { Library } from '#server/domains/library/index.ts'
import type { Uploads } from '#server/domains/media/index.ts'
import type { Studios } from '#server/domains/studios/index.ts'
import type { Db } from '#server/platform/db/index.ts'

/**
 * Builds the domain of consents.
 * @param others are built after it, and asked for when something is stated or withdrawn
 */
export const createAppConsents = (
  db: Db,
  others: () => { uploads: Uploads; jobs: Jobs; library: Library; studios: Studios },
): Consents =>
  createConsents({
    db,
    async onWithdrawn(tx, userId) {
      const { studios, jobs } = others()
      await studios.forgetFaces(tx, userId)
      return () => jobs.stopComparingFaces(userId)
    },
    async usableOf(reader, userId, ids) {
      const { uploads, jobs, studios } = others()
      const found = await Promise.all([
        uploads.ownOf(reader, userId, ids),
        jobs.shownOf(reader, userId, ids),
        studios.ownOf(reader, userId, ids),
      ])
      return new Set(found.flat())
    },
    async onChild(tx, userId, ids) {
      const { library, studios } = others()
      const { names, guests } = await studios.hideChildren(tx, userId, ids)
      const hidden = [await library.hideChildren(tx, userId, [...ids, ...names])]
      // What guests made with a model that was shared with them shows the same child.
      for (const guest of guests) hidden.push(await library.hideChildren(tx, guest, names))
      return async () => {
        for (const finish of hidden) await finish()
      }
    },
  })
