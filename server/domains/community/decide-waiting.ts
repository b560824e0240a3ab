import type { Tx } from '#server/platform/db/index.ts'
import { notFound, userError } from '#server/platform/errors.ts'
import { isId } from '#server/platform/storable-text.ts'
import { t } from '#server/texts/index.ts'
import type { CommunityDeps } from './deps.ts'
import { changePublication } from './publication.ts'

/** A decision of the staff on something that waits for review, or was hidden. */
export interface Decision {
  id: string
  action: 'publish' | 'hide'
  reason?: string | undefined
}

const TAKEN = {
  image: t('common.imageDecided'),
  model: t('community.modelDecided'),
}

/**
 * Publishes or hides an image or a model, with its row locked.
 * @throws {AppError} `not_found`; `conflict` if it is no longer open to a decision
 */
export async function decideWaiting(
  tx: Tx,
  audit: CommunityDeps['audit'],
  kind: 'image' | 'model',
  staffId: string,
  { id, action, reason }: Decision,
): Promise<void> {
  if (!isId(id)) throw notFound()
  const before = await tx
    .selectFrom(kind === 'image' ? 'community_images' : 'community_models')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) throw notFound()
  const isOpen = before.state === 'scanning' || before.state === 'hidden'
  const changed =
    isOpen &&
    (await changePublication(tx, audit, {
      kind,
      id,
      to: action === 'publish' ? 'published' : 'hidden',
      actorId: staffId,
      ...(reason !== undefined && { reason }),
    }))
  if (!changed) throw userError('conflict', TAKEN[kind])
}
