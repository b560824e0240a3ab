import { sql, type SqlBool } from 'kysely'
import { TRASH_DAYS } from '#contract/values/prediction-images.ts'

/** What is in the trash can be brought back for so long. */
const RESTORE_SECONDS = TRASH_DAYS * 86_400
/** Later than that, so that nobody restores an image whose files are being removed. */
export const REMOVE_AFTER_SECONDS = RESTORE_SECONDS + 30

/** When an image was deleted that is deleted for good: its files go with the next sweep, nothing brings it back. */
export const deletedForGood = sql<Date>`now() - make_interval(secs => ${REMOVE_AFTER_SECONDS + 1})`

/** In the trash, and time enough to bring it back. @param image name of the table in the query */
export const stillInTrash = (image: string) => sql<SqlBool>`${sql.ref(`${image}.deleted_at`)} >
  now() - make_interval(secs => ${RESTORE_SECONDS}) and ${sql.ref(`${image}.files_removed_at`)} is null`
