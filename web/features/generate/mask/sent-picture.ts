import { ApiError } from '#contract/client.ts'
import type { SourcePicture } from '../api/use-source-picture.ts'

/** Engines look at no larger upload, whose copy is small. */
const MOST_PIXELS = 26_214_400

/** The upload that a picture is, if objects can be selected in it; null: a copy has to be sent. */
export function uploadOf({ id, expires_at: expires, width, height }: SourcePicture): string | null {
  // Only what was uploaded is deleted by itself.
  return expires === null || width * height > MOST_PIXELS ? null : id
}

/** The upload that stands for a picture while somebody points at objects in it. */
export interface SentPicture {
  /** Asks something of the upload; the picture is sent first, unless it was. */
  ask<Answer>(question: (id: string) => Promise<Answer>): Promise<Answer>
  /** Removes what was sent, once what is asked is answered. */
  leave(): void
}

/**
 * @param uploadId of the picture itself, where it is an upload: it is neither sent nor removed
 * @param ways.send uploads what is seen of the picture, and answers its id
 * @param ways.remove deletes what was uploaded
 */
export function createSentPicture(
  uploadId: string | null,
  { send, remove }: { send: () => Promise<string>; remove: (id: string) => Promise<unknown> },
): SentPicture {
  let own = uploadId
  let copy: string | null = null
  let last: Promise<unknown> = Promise.resolve()

  async function answer<Answer>(question: (id: string) => Promise<Answer>): Promise<Answer> {
    const id = own ?? (copy ??= await send())
    try {
      return await question(id)
    } catch (error) {
      // Only what is gone is sent, with the next question: whatever else went wrong, it is still there.
      if (error instanceof ApiError && error.status === 404) own = copy = null
      throw error
    }
  }

  async function removeCopy(): Promise<void> {
    if (copy !== null) await remove(copy).catch(() => undefined)
    copy = null
  }

  return {
    ask(question) {
      // One after the other, so that it is sent once.
      const answered = last.then(() => answer(question))
      last = answered.catch(() => undefined)
      return answered
    },
    leave() {
      last = last.then(removeCopy)
    },
  }
}
